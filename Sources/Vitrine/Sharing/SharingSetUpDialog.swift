// SPDX-License-Identifier: Apache-2.0
// Asks with which hub a catalogue is shared, and shows how far the first exchange has come. It goes on without the
// dialog, too.

import Gtk
import VitrineModel
import Wording

@MainActor
final class SharingSetUpDialog {
  private let window: Window
  private let model: SharingSetUp
  private let typedNames: TypedNames?
  private let done: @MainActor (SharingSetUp) -> Void
  private let address = Entry()
  private let here = Button(tr("_On This Computer"))
  private let member = Entry()
  private let password = Entry().asPassword()
  private let keeps = CheckButton(tr("_Keep in the keyring"))
  private let hint = Label("").wrapped(at: 48).style("caption", "dim-label")
  private let bar = ProgressBar(name: tr("Progress", context: "of sharing a catalogue"))
  private let text = Label().centered().wrapped(at: 44)
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let close = Button(tr("_Close", context: "button"))
  private let begin = Button("").style("suggested-action")
  private var wasWorking = false
  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: SharingSetUpDialog?

  /// - Parameters:
  ///   - typedNames: what was typed and not used is there again.
  ///   - done: called once the hub has answered.
  static func show(
    over parent: Window, _ model: SharingSetUp, typedNames: TypedNames?,
    done: @escaping @MainActor (SharingSetUp) -> Void = { _ in }
  ) {
    open?.leave()
    open = SharingSetUpDialog(over: parent, model, typedNames: typedNames, done: done)
  }

  private init(
    over parent: Window, _ model: SharingSetUp, typedNames: TypedNames?,
    done: @escaping @MainActor (SharingSetUp) -> Void
  ) {
    (self.model, self.typedNames, self.done) = (model, typedNames, done)
    window = Window(dialogOver: parent)
    let title =
      model.purpose == .share ? tr("Share This Catalogue") : tr("Join a Shared Catalogue")
    window.title = title
    let names = [
      tr("Address of the database"), tr("Your name there"),
      tr("Password", context: "label of an entry"),
    ]
    for (entry, name) in zip([address, member, password], names) {
      entry.accessibleName(name).activatesDefault()
    }
    address.placeholder("postgresql://shop.example/catalogue")
    address.text = model.address.nonEmpty ?? typedNames?[.hubAddress] ?? ""
    member.text = typedNames?[.hubMember] ?? ""
    var entries = zip(names, [address, member, password]).flatMap { name, entry in
      [Label(name).style("caption", "dim-label"), entry] as [Widget]
    }
    if model.purpose == .share {
      address.expand(horizontally: true)
      entries[1] = Box(.horizontal, spacing: 6, children: [address, here])
    }
    let buttons = Box(.horizontal, spacing: 12, children: [cancel, close, begin]).homogeneous()
    let head: [Widget] = [Label(title).centered().wrapped(at: 36).style("title-4"), about]
    // What comes and goes has its room from the beginning.
    let rooms = [
      Box(.vertical, children: [hint]).style("two-lines"),
      Box(.vertical, children: [bar]).style("bar-room"),
      ScrolledWindow(text).style("three-lines"),
    ]
    let page = Box(.vertical, spacing: 6, children: head + entries + [keeps] + rooms + [buttons])
    window.setContent(page.margins(all: 24).request(width: 400))
    window.setDefaultWidget(begin)
    listen(page)
    show()
    window.present()
    (model.address.isEmpty ? address : member).takeFocus()
  }

  private var about: Label {
    Label(
      model.purpose == .share
        ? tr(
          "Everybody works with a catalogue of their own, without the net, too. An empty PostgreSQL database brings them together."
        )
        : tr("You get a catalogue of your own, which others and you keep alike.")
    ).centered().wrapped(at: 48).style("dim-label")
  }

  private func listen(_ page: Widget) {
    here.onClick { [weak self] in
      self?.address.text = SharingSetUp.addressHere
      self?.begin.takeFocus()
    }
    address.onChange { [weak self] in
      guard let self else { return }
      let isSecret = SharingSetUp.mayHavePassword(address.text)
      typedNames?[.hubAddress] = isSecret ? nil : address.text.nonEmpty
      take()
    }
    member.onChange { [weak self] in
      guard let self else { return }
      typedNames?[.hubMember] = member.text.nonEmpty
      take()
    }
    password.onChange { [weak self] in self?.take() }
    keeps.onToggle { [weak self] in
      self?.take()
      self?.show()
    }
    begin.onClick { [weak self] in
      self?.take()
      self?.model.begin()
    }
    cancel.onClick { [weak self] in self?.stop() }
    close.onClick { [weak self] in self?.leave() }
    page.onEscape { [weak self] in self?.escape() }
    window.onCloseRequest { [weak self] in
      self?.forget()
      return false
    }
    model.changed.add(self) { [weak self] in self?.modelChanged() }
  }

  private func take() {
    (model.address, model.member, model.password) = (address.text, member.text, password.text)
    // A link was pasted.
    if model.address != address.text { address.text = model.address }
    model.keepsPassword = keeps.isOn
    begin.isSensitive = model.canBegin
  }

  private func modelChanged() {
    show()
    guard model.state == .done else { return }
    typedNames?[.hubAddress] = nil
    typedNames?[.hubMember] = nil
    done(model)
    // The window below goes, too.
    if typedNames == nil { leave() }
  }

  private func show() {
    let isWorking = model.isWorking
    if case .working(let fraction) = model.state { bar.fraction = fraction }
    bar.isVisible = isWorking
    text.text = model.text ?? ""
    let isFailure = if case .failed = model.state { true } else { false }
    text.setStyle("problem", isFailure)
    // Not from below the keyboard, which would not come back.
    if isWorking, !wasWorking { cancel.takeFocus() }
    for entry in [address, here, member, password] { entry.isSensitive = !isWorking }
    keeps.isSensitive = !isWorking && model.canKeepPassword
    hint.text = model.passwordHint
    if isFailure, wasWorking { address.takeFocus() }
    wasWorking = isWorking
    let isDone = model.state == .done
    begin.isVisible = !isDone
    begin.setLabel(beginText)
    take()
    cancel.isVisible = !isDone
    let hasBegun = if case .working = model.state { true } else { false }
    close.isVisible = isDone || hasBegun
    close.setLabel(
      isDone
        ? tr("_Close", context: "button")
        : tr("In the _Background", context: "button: a window goes away, its work goes on"))
    begin.isVisible = !isDone && !hasBegun
    if isDone { close.takeFocus() }
  }

  private var beginText: String {
    if case .question = model.state { return tr("_Join", context: "button: a shared catalogue") }
    return model.purpose == .share
      ? tr("_Share", context: "button: a catalogue with others")
      : tr("_Join", context: "button: a shared catalogue")
  }

  /// Stops what is at work, if nothing is lost by it or that was agreed to; else closes.
  private func stop() {
    guard model.isWorking else { return leave() }
    guard let losing = model.losingText else { return model.cancel() }
    Confirmation.askToLeaveHub(over: window, text: losing) { [weak self] in self?.model.cancel() }
  }

  /// What has begun goes on without the dialog.
  private func escape() {
    if model.losingText != nil { leave() } else { stop() }
  }

  private func leave() {
    window.destroy()
    forget()
  }

  // Not from within the handler that runs now.
  private func forget() {
    MainLoop.whenIdle {
      if Self.open === self { Self.open = nil }
    }
  }
}

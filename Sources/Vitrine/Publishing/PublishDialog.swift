// SPDX-License-Identifier: Apache-2.0
// Asks what of the products of a list is published as a web page, and where; then shows how far it has come, and leads
// to the page.

import Gtk
import VitrineModel
import Wording

@MainActor
final class PublishDialog {
  private let window: Window
  private let model: WebPublishing
  private let typedNames: TypedNames
  private let entry = Entry()
  private let fields = ListBox().activatedByClick()
  private let bar = ProgressBar(name: tr("Progress", context: "of publishing a web page"))
  private let text = Label().centered().wrapped(at: 36).style("numeric")
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let done = Button(tr("_Close", context: "button"))
  private let publish = Button(tr("Choose _Folder…", context: "button: to publish into"))
    .style("suggested-action")
  private let look = Button(tr("_Open Page", context: "button")).style("suggested-action")
  private var checks: [(button: CheckButton, choose: Choosing)] = []
  /// Publishes something, or keeps it.
  private typealias Choosing = @MainActor (WebPublishing, Bool) -> Void

  /// What keeps it as long as it is on screen: GTK's widgets only know it weakly.
  private static var open: PublishDialog?

  /// - Parameter typedNames: the name that was typed and not used is there again.
  static func open(over parent: Window, _ model: WebPublishing, typedNames: TypedNames) {
    open?.close()
    open = PublishDialog(over: parent, model, typedNames: typedNames)
  }

  private init(over parent: Window, _ model: WebPublishing, typedNames: TypedNames) {
    (self.model, self.typedNames) = (model, typedNames)
    if let typed = typedNames[.webPage] { model.title = typed }
    window = Window(dialogOver: parent)
    let title = tr("Publish as Web Page")
    window.title = title
    entry.text = model.title
    let name = tr("Name of the catalogue")
    entry.accessibleName(name)
    let fieldsName = tr("Fields to publish")
    fields.accessibleName(fieldsName)
    for (place, choice) in model.choices.enumerated() {
      let id = choice.field.id
      add(choice.field.label, isOn: choice.isOn, at: place) { $0.choose(id, $1) }
    }
    let captions = tr("Captions of photos")
    add(captions, isOn: model.hasCaptions, at: checks.count) { $0.hasCaptions = $1 }
    fields.onActivate { [weak self] place in self?.toggle(place) }
    let list = ScrolledWindow(fields).minimumHeight(140).style("frame")
    // The list makes room for how far it has come: what is below it stays where it is.
    let middle = Box(
      .vertical, spacing: 12, children: [list.expand(vertically: true), bar, text]
    ).request(height: 240)
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().wrapped(at: 32).style("title-4"), Self.head(name), entry,
        Self.head(fieldsName), middle,
        Box(.horizontal, spacing: 12, children: [cancel, done, publish, look]).homogeneous(),
      ])
    window.setContent(page.margins(all: 24).request(width: 320))
    entry.onChange { [weak self] in
      guard let self else { return }
      self.model.title = entry.text
      self.typedNames[.webPage] = entry.text
    }
    cancel.onClick { [weak self] in self?.stop() }
    done.onClick { [weak self] in self?.close() }
    publish.onClick { [weak self] in self?.chooseFolder() }
    look.onClick { [weak self] in
      guard let self, let page = self.model.page else { return }
      window.show(page)
      close()
    }
    page.onEscape { [weak self] in self?.stop() }
    window.onCloseRequest { [weak self] in
      self?.model.cancel()
      self?.forget()
      return false
    }
    model.changed.add(self) { [weak self] in self?.show() }
    show()
    window.present()
    entry.takeFocus()
  }

  private static func head(_ text: String) -> Label {
    Label(text).style("caption", "dim-label").align(.start)
  }

  private func add(_ name: String, isOn: Bool, at place: Int, choosing choose: @escaping Choosing) {
    let check = CheckButton()
    check.isOn = isOn
    check.withoutFocus()
    check.accessibleName(name)
    check.onToggle { [weak self, weak check] in
      if let self, let check { choose(self.model, check.isOn) }
    }
    let row = ListBoxRow(
      Box(.horizontal, spacing: 12, children: [check, Label(name).ellipsized()]).margins(all: 6))
    row.accessibleName(name)
    checks.append((check, choose))
    fields.insert(row, at: place)
  }

  /// A row is clicked, or activated with the keyboard.
  private func toggle(_ place: Int) {
    guard checks.indices.contains(place), !model.isWorking else { return }
    let (button, choose) = checks[place]
    button.isOn.toggle()
    choose(model, button.isOn)
  }

  private func chooseFolder() {
    FileChooser.folder(
      over: window, tr("Folder of the Web Page"), button: tr("_Publish", context: "button")
    ) { [weak self] in self?.model.publish(into: $0) }
  }

  private func show() {
    let isWorking = model.isWorking
    let isDone = if case .done = model.state { true } else { false }
    if case .working(_, let fraction) = model.state { bar.fraction = fraction }
    bar.isVisible = isWorking
    text.text = model.text ?? ""
    text.isVisible = model.text != nil
    entry.isSensitive = !isWorking
    fields.isSensitive = !isWorking
    publish.isVisible = !isDone
    publish.isSensitive = !isWorking
    look.isVisible = isDone
    cancel.isVisible = !isDone
    done.isVisible = isDone
    guard isDone else { return }
    typedNames[.webPage] = nil
    look.takeFocus()
  }

  /// Stops what is at work; else closes.
  private func stop() {
    if model.isWorking { model.cancel() } else { close() }
  }

  private func close() {
    model.cancel()
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

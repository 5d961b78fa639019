// SPDX-License-Identifier: Apache-2.0
// The form for the definition of a custom field. What is wrong stands under the part, Done waits until
// nothing is, and before values are lost it says which. Escape leaves the form and keeps what was typed.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class FieldFormView {
  let root: Widget
  private let scene: FieldsScene
  private let heading = Label().style("heading")
  private let cancel = Button(tr("_Cancel", context: "button"))
  private let done = Button(tr("_Done", context: "button: save the form")).style("suggested-action")
  private let gone = ConflictView()
  private let conflict: ConflictView
  private let lossText = Label(status: "").wrapped(at: 36)
  private let drop = Button(tr("Drop _Them"))
  private let loss: Box
  private var views: [PartView] = []

  init(_ scene: FieldsScene) {
    self.scene = scene
    conflict = ConflictView(resolve: { [weak scene] in scene?.resolve(takingTheirs: $0) })
    loss = Box(.vertical, spacing: 6, children: [lossText, drop.align(.end)]).style("conflict")
    let page = Box(.vertical, spacing: 8, children: [heading])
    let scroll = ScrolledWindow(page.margins(all: 18))
    scroll.keepFocusInSight()
    let elsewhere = Box(.horizontal, children: [gone.root, conflict.root]).align(.center)
    let buttons = Box(
      .horizontal, spacing: 6,
      children: [cancel, elsewhere.expand(horizontally: true), done]
    ).style("bottom-bar")
    let box = Box(
      group: .vertical,
      children: [scroll.expand(horizontally: true, vertically: true), buttons])
    box.accessibleName(tr("Form for a custom field"))
    root = box
    views = FieldPart.allCases.map { PartView($0, scene, in: self) }
    for view in views {
      page.append(view.root)
      if view.part == .kind { page.append(loss) }
    }
    cancel.onClick { [weak scene] in scene?.cancel() }
    done.onClick { [weak scene] in scene?.finish() }
    drop.onClick { [weak scene] in scene?.finish(isDroppingUnfitting: true) }
    box.onEscape { [weak scene] in scene?.setAside() }
  }

  func show() {
    guard scene.isOpen else { return }
    heading.text = scene.isNew ? tr("New Field") : tr("Edit Field")
    gone.show(
      scene.isGone ? tr("Removed elsewhere") : nil,
      tr("This field has been removed elsewhere. Done adds it again, without values."))
    conflict.show(scene.conflict.map { _ in tr("Changed elsewhere") }, scene.conflict ?? "")
    lossText.text = scene.unfitting?.sentence ?? ""
    loss.isVisible = scene.unfitting != nil
    for view in views { view.show(isThere: scene.parts.contains(view.part)) }
    let obstacle = scene.obstacle
    done.isSensitive = obstacle == nil
    done.tooltip(obstacle ?? "").setAccessibleDescription(obstacle ?? "")
    if scene.unfitting != nil, done.hasFocus { drop.takeFocus() }
  }

  /// Restores the focus and the caret.
  func goToPlace() {
    for view in views { view.giveUpRoom() }
    // As it is now: a window that appears gives its first field the keyboard, with all of the text selected.
    guard let (part, anchor, caret) = scene.focus else { return }
    MainLoop.whenIdle { [weak self] in
      self?.root.whenOnScreen { [weak self] in
        let view = self?.views.first { $0.part == part }
        view?.focus(TextSelection(anchor: anchor, caret: caret))
      }
    }
  }

  // After the last part comes Done.
  fileprivate func goOn(from part: FieldPart) {
    let parts = scene.parts
    guard let place = parts.firstIndex(of: part) else { return }
    if place + 1 < parts.count {
      views.first { $0.part == parts[place + 1] }?.focus(nil)
    } else {
      done.takeFocus()
    }
  }
}

/// One labelled part of the definition with its problem.
@MainActor
private final class PartView {
  let root: Box
  let part: FieldPart
  private weak var formView: FieldFormView?
  private let scene: FieldsScene
  private let control: any FieldControl
  private let problem = Label().wrapped(at: 36).style("problem")
  /// Values that can be ticked as choices.
  private lazy var ticks = TickedChoices(scene)

  init(_ part: FieldPart, _ scene: FieldsScene, in formView: FieldFormView) {
    (self.part, self.scene, self.formView) = (part, scene, formView)
    control =
      switch part {
      case .name, .unit: TypingControl(Entry())
      case .kind:
        ChoiceControl(FieldKind.words.map { ($0, FieldKind.name(of: $0)) }, none: nil)
      case .choices: TypingControl(TextArea(minimumHeight: 96))
      case .checkDigit:
        ChoiceControl(FieldKind.CheckDigit.allCases.map { ($0.rawValue, $0.name) }, none: nil)
      case .category: Self.categoryControl(scene)
      case .cost: ChoiceControl(FieldPart.onlookers, none: nil)
      }
    let label = Label(part.mnemonic).style("caption", "dim-label")
    label.names(control.input)
    root = Box(.vertical, spacing: 2, children: [label, control.root, problem])
    if part == .choices { root.append(ticks.root) }
    problem.isVisible = false
    control.onChange { [weak self] in
      guard let self else { return }
      scene.type(control.text, in: part)
    }
    control.onEnter { [weak self] in self?.formView?.goOn(from: part) }
    // Screen readers say it when it changes.
    control.onChoice { [weak self] title in self?.describe(title) }
    control.onSelectionChange { [weak self] in self?.keepPlace() }
    control.input.onFocus(entered: { [weak self] in self?.keepPlace() }, left: {})
  }

  private static func categoryControl(_ scene: FieldsScene) -> SuggestingControl {
    let control = SuggestingControl(.category, scene.catalogue)
    control.entry.placeholder(tr("All categories"))
    return control
  }

  func show(isThere: Bool) {
    root.isVisible = isThere
    if part == .choices { ticks.show() }
    let text = scene.text(of: part)
    if control.text != text { control.text = text }
    let sentence = scene.problem(of: part)
    problem.text = sentence ?? ""
    // Its room stays: else a click right behind the key that mends this would miss what is below.
    if sentence != nil { problem.isVisible = true }
    control.input.setInvalid(sentence != nil)
    describe()
  }

  private func describe(_ suggestion: String? = nil) {
    control.input.setAccessibleDescription(suggestion ?? scene.problem(of: part) ?? "")
  }

  /// The form opens: nothing is wrong of what was typed before.
  func giveUpRoom() { problem.isVisible = !problem.text.isEmpty }

  func focus(_ selection: TextSelection?) {
    control.input.takeFocus()
    if let selection { control.selection = selection }
  }

  private func keepPlace() {
    // Until a person does something here, only GTK moves the caret.
    guard control.input.hasFocus, root.isWindowUsed else { return }
    let selection = control.selection
    scene.place(in: part, anchor: selection.anchor, caret: selection.caret)
  }
}

/// What products have in the field already, to be ticked.
@MainActor
private final class TickedChoices {
  let root: Box
  private let scene: FieldsScene
  private let wrapping = Box.wrapping()
  private let all = Button(tr("Tick A_ll")).style("flat").align(.start)
  private var checks: [(value: String, check: CheckButton)] = []

  init(_ scene: FieldsScene) {
    self.scene = scene
    let label = Label(tr("In use; what is ticked is a choice")).style("caption", "dim-label")
    root = Box(group: .vertical, spacing: 6, children: [label, wrapping, all])
    root.accessibleName(tr("Values in use"))
    all.onClick { [weak scene] in
      guard let scene else { return }
      for value in scene.valuesInUse { scene.setChoice(value, true) }
    }
  }

  func show() {
    let values = scene.valuesInUse
    root.isVisible = !values.isEmpty
    if values != checks.map(\.value) {
      wrapping.removeAll()
      checks = values.map { ($0, check(of: $0)) }
      checks.forEach { wrapping.append($0.check) }
    }
    for (value, check) in checks { check.isOn = scene.isChoice(value) }
    all.isVisible = values.contains { !scene.isChoice($0) } || all.hasFocus
  }

  private func check(of value: String) -> CheckButton {
    let check = CheckButton(value.unmnemonic)
    check.onToggle { [weak scene, weak check] in
      if let check { scene?.setChoice(value, check.isOn) }
    }
    return check
  }
}

extension UnfittingValues {
  /// What would be lost, with the first of it.
  fileprivate var sentence: String {
    let examples = first.prefix(3).map {
      tr("“%1$@” of “%2$@”", $0.text.printable(), $0.title.printable())
    }
    return tr(
      "%1$@ can’t be of this kind and will be lost: %2$@",
      tr("1 value", "%@ values", count: count),
      examples.joined(separator: ", ") + (count > examples.count ? " …" : ""))
  }
}

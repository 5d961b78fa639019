// SPDX-License-Identifier: Apache-2.0
// Making variants: a line for each option with its name and its values, of which some are ticked. By keys alone: Enter
// after a name leads to the values, after values adds them, and after nothing goes on to the next option.

import Gtk
import VitrineModel
import Wording

@MainActor
final class MakingVariantsView {
  let root: Widget
  private let variants: ProductVariants
  private let options = Box(.vertical, spacing: 12)
  private let names = Box.wrapping()
  private let add = Button(tr("_Add Option"))
  private let make = Button("").style("suggested-action")
  private var views: [OptionView] = []
  private var shownNames: [String] = []

  init(_ variants: ProductVariants) {
    self.variants = variants
    let hint = Label(
      tr(
        "In what the variants differ, such as size and colour: there is one for each combination, in this order. Enter adds values, and once more the next option. Alt+Up and Alt+Down, or dragging, move a value."
      )
    ).wrapped(at: 60).style("dim-label")
    let cancel = Button(tr("_Cancel", context: "button"))
    // Large text has no room for all beside each other in a narrow window.
    let buttons = Box.wrapping()
    [add, cancel, make].forEach { buttons.append($0) }
    root = Box(
      group: .vertical, spacing: 12,
      children: [
        Label(heading: tr("Make Variants")).style("heading"), hint, options, names, buttons,
      ]
    ).style("making-variants").accessibleName(tr("Make Variants"))
    add.onClick { [weak self] in self?.addOption() }
    cancel.onClick { [weak variants] in variants?.cancelMaking() }
    make.onClick { [weak variants] in variants?.make() }
    // Quirk: button-wait. By a key it is pressed a quarter of a second later, and keys are lost until then.
    make.onKey(before: true) { [weak self] press in
      guard let self, press.key == .enter, !press.isControl, make.isSensitive else { return false }
      self.variants.make()
      return true
    }
    root.onEscape { [weak variants] in variants?.setMakingAside() }
    variants.changed.add(self) { [weak self] change in
      switch change {
      // How many are new depends on those that are there.
      case .making, .rows: self?.show()
      case .cell, .made: break
      }
    }
    show()
  }

  /// Puts the keyboard where something is yet to be said.
  func takeFocus() {
    let unnamed = views.first { variants.options[$0.position].name.isEmpty }
    if let unnamed { unnamed.takeFocus() } else { views.last?.takeFocusInValues() }
  }

  private func show() {
    // It is about to be hidden: where the keyboard goes from here is asked first.
    guard variants.isMaking else { return }
    let all = variants.options
    if views.count != all.count {
      options.removeAll()
      views = all.indices.map { position in
        OptionView(position, variants, remove: { [weak self] in self?.remove(position) }) {
          [weak self] in self?.goOn(after: position)
        }
      }
      views.forEach { options.append($0.root) }
    }
    views.forEach { $0.show() }
    let count = variants.combinations
    // Without new ones it puts those that are there in another order.
    make.setLabel(
      count.new == 0 && count.all > 0
        ? tr("_Apply", context: "button: options of variants")
        : tr("_Make 1 Variant", "_Make %@ Variants", count: count.new))
    make.isSensitive = count.all > 0
    let chosen = Array(variants.namesToChoose.prefix(12))
    guard chosen != shownNames else { return }
    shownNames = chosen
    names.removeAll()
    for name in chosen {
      let button = Button(name.unmnemonic).style("chip")
      button.accessibleName(tr("Add Option “%@”", name))
      button.onClick { [weak self] in self?.choose(name) }
      names.append(button)
    }
  }

  private func choose(_ name: String) {
    if let blank = variants.options.firstIndex(where: { $0.name.isEmpty }) {
      variants.name(blank, name)
    } else {
      variants.addOption(named: name)
    }
    let place = variants.options.firstIndex { $0.name == name }
    if let place, views.indices.contains(place) { views[place].takeFocusInValues() }
  }

  private func addOption() {
    variants.addOption()
    views.last?.takeFocus()
  }

  private func remove(_ position: Int) {
    variants.removeOption(position)
    if views.isEmpty { add.takeFocus() } else { views[min(position, views.count - 1)].takeFocus() }
  }

  private func goOn(after position: Int) {
    if position + 1 < views.count {
      views[position + 1].takeFocus()
    } else if variants.options[position].name.isEmpty {
      make.takeFocus()
    } else {
      addOption()
    }
  }
}

/// An option.
@MainActor
private final class OptionView {
  let root: Box
  let position: Int
  private let variants: ProductVariants
  private let name = Entry()
  private let value = Entry()
  private let ticks = Box.wrapping()
  private var checks: [(text: String, check: CheckButton)] = []
  /// The value that was moved by keys: the keyboard stays on it.
  private var moved: String?

  init(
    _ position: Int, _ variants: ProductVariants, remove removal: @escaping @MainActor () -> Void,
    next: @escaping @MainActor () -> Void
  ) {
    (self.position, self.variants) = (position, variants)
    name.placeholder(tr("Option", context: "in what variants differ")).minimumWidth(characters: 6)
    name.accessibleName(tr("Option %@", (position + 1).displayText))
    value.placeholder(tr("Values, with commas between them")).minimumWidth(characters: 4)
    let remove = Button(icon: "list-remove-symbolic", label: tr("Remove This Option"))
      .style("flat")
    let up = Button(icon: "go-up-symbolic", label: tr("Move This Option Up")).style("flat")
    let line = Box(
      .horizontal, spacing: 6, children: [name, value.expand(horizontally: true), up, remove])
    root = Box(.vertical, spacing: 6, children: [line, ticks])
    name.onChange { [weak self] in
      guard let self else { return }
      self.variants.name(self.position, name.text)
    }
    value.onChange { [weak self] in
      guard let self else { return }
      self.variants.type(value.text, inOption: self.position)
    }
    name.onEnter { [weak self] in
      guard let self else { return }
      if name.text.isEmpty { next() } else { value.takeFocus() }
    }
    value.onEnter { [weak self] in
      guard let self else { return }
      if !self.variants.addTyped(self.position) { next() }
    }
    remove.onClick(removal)
    up.isVisible = position > 0
    up.onClick { [weak variants] in variants?.moveOptionUp(position) }
  }

  func takeFocus() { name.takeFocus() }

  func takeFocusInValues() { value.takeFocus() }

  func show() {
    guard variants.options.indices.contains(position) else { return }
    let option = variants.options[position]
    name.text = option.name
    value.text = option.typed
    value.accessibleName(
      option.name.isEmpty ? tr("Values of the option") : tr("Values of %@", option.name))
    if checks.map(\.text) != option.values.map(\.text) {
      ticks.removeAll()
      checks = option.values.map { ($0.text, check(of: $0.text)) }
      checks.forEach { ticks.append($0.check) }
      checks.first { $0.text == moved }?.check.takeFocus()
      moved = nil
    }
    ticks.isVisible = !checks.isEmpty
    for (value, check) in zip(option.values, checks) { check.check.isOn = value.isTicked }
  }

  private func check(of value: String) -> CheckButton {
    let check = CheckButton(value.unmnemonic)
    check.onToggle { [weak self, weak check] in
      guard let self, let check else { return }
      self.variants.tick(self.position, value, isTicked: check.isOn)
    }
    check.onKey(before: true) { [weak self] press in
      guard let self, let command = VariantValueCommand.of(press) else { return false }
      // Not from within the key press: the check that has it is made anew.
      MainLoop.whenIdle { [weak self] in
        guard let self else { return }
        self.moved = value
        VariantValueCommands(self.variants)
          .run(command, VariantValueCommands.thing(value, of: self.position))
      }
      return true
    }
    let type = PrivateDragType("vitrine-value-\(position)")
    let source = DragSource(type) { _ in value }
    source.onBegin { [weak check] in check }
    check.add(source)
    let target = DropTarget(type)
    target.onMotion { _ in true }
    target.onDrop { [weak self] text, _ in
      guard let self, let place = self.place(of: value) else { return false }
      // Not while the one that is dropped on tells of it.
      MainLoop.whenIdle { [weak self] in
        guard let self else { return }
        self.variants.moveValue(self.position, text, to: place)
      }
      return true
    }
    check.add(target)
    return check
  }

  private func place(of value: String) -> Int? { checks.firstIndex { $0.text == value } }
}

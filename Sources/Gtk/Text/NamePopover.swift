// SPDX-License-Identifier: Apache-2.0
// Asks for a name in a bubble that points at what gets it.

import CGtk

/// A bubble with one line to type and a button. Like a context menu it stays with its parent.
@MainActor
public final class NamePopover: Widget {
  private let title = Label().style("heading")
  private let entry = Entry().minimumWidth(characters: 28)
  private let problem = Label().wrapped(at: 32).style("problem")
  private let button: Button
  private var mayBeBlank = false
  private var accept: (@MainActor (String) -> String?)?

  /// The parent must be a widget that allocates popovers, as a box does and a list does not.
  /// `confirm`: what the button says.
  public init(in parent: Widget, confirm: String) {
    button = Button(confirm)
    super.init(fresh: gtk_popover_new())
    button.style("suggested-action")
    problem.isVisible = false
    let line = Box(.horizontal, spacing: 6, children: [entry, button])
    let page = Box(.vertical, spacing: 6, children: [title, line, problem]).margins(all: 6)
    gtk_popover_set_child(popover, page.widget)
    entry.onChange { [weak self] in self?.showWhetherBlank() }
    entry.onKey(before: true) { [weak self] press in
      guard press.key == .enter, let self else { return false }
      if self.button.isSensitive { self.confirm() }
      return true
    }
    button.onClick { [weak self] in self?.confirm() }
    stay(with: parent)
  }

  private var popover: UnsafeMutablePointer<GtkPopover> { cast(to: GtkPopover.self) }

  /// Asks for a name, beginning with one that can be typed over. `accept` gets what was typed, and
  /// returns why it can't be the name, or nil. `selection`: what is selected of it; nil for all.
  public func ask(
    _ question: String, name: String, selection: TextSelection? = nil, at area: Rect,
    mayBeBlank: Bool = false,
    accept: @escaping @MainActor (String) -> String?
  ) {
    self.accept = accept
    self.mayBeBlank = mayBeBlank
    title.text = question
    entry.accessibleName(question)
    entry.text = name
    problem.isVisible = false
    showWhetherBlank()
    var place = GdkRectangle(
      x: Int32(area.x), y: Int32(area.y), width: Int32(max(area.width, 1)),
      height: Int32(max(area.height, 1)))
    gtk_popover_set_pointing_to(popover, &place)
    gtk_popover_popup(popover)
    entry.takeFocus()
    entry.selection = selection ?? TextSelection(anchor: 0, caret: -1)
  }

  /// Something was typed, or the caret moved.
  public func onEdit(_ handler: @escaping @MainActor (String, TextSelection) -> Void) {
    let edited: @MainActor () -> Void = { [weak self] in
      guard let self, self.entry.hasFocus else { return }
      handler(self.entry.text, self.entry.selection)
    }
    entry.onChange(edited)
    entry.onSelectionChange(edited)
  }

  /// It has gone, however the user closed it. Only then can another widget take the keyboard.
  public func onClose(_ handler: @escaping @MainActor () -> Void) { connect("closed", handler) }

  private func showWhetherBlank() {
    button.isSensitive = mayBeBlank || entry.text.contains { !$0.isWhitespace }
  }

  private func confirm() {
    if let sentence = accept?(entry.text) {
      problem.text = sentence
      problem.isVisible = true
    } else {
      gtk_popover_popdown(popover)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Lines that are proposed below an entry while something is typed there. The keyboard stays in the
// entry: a bubble that took it would swallow what is typed next.

import CGtk
import CGtkShim

/// What an entry does with its proposals.
@MainActor
public protocol SuggestionsDelegate: AnyObject {
  /// A proposal was taken.
  func suggestionTaken(at position: Int)
  /// Another proposal was chosen, or none is any more.
  func suggestionChosen(at position: Int?)
  /// Down was pressed while there was no list.
  func askForSuggestions()
}

/// A list of proposals below an entry: Down and Up choose one, Enter, Tab and a click take it, Escape
/// takes the list away.
@MainActor
public final class Suggestions {
  private weak var delegate: (any SuggestionsDelegate)?
  private let entry: Entry
  private let holder: Box
  private let bubble: Widget
  private let list = ListBox().activatedByClick()
  private var rows: [ListBoxRow] = []
  private var isOpen = false
  private var chosen: Int?

  /// For the entry in `holder`, a box that is as wide as the list should be. `label`: the accessible name
  /// of the list.
  public init(
    for entry: Entry, in holder: Box, label: String, delegate: any SuggestionsDelegate
  ) {
    (self.entry, self.holder, self.delegate) = (entry, holder, delegate)
    bubble = Widget(fresh: gtk_popover_new())
    let popover = bubble.cast(to: GtkPopover.self)
    gtk_popover_set_autohide(popover, 0)
    gtk_popover_set_has_arrow(popover, 0)
    gtk_popover_set_child(popover, list.widget)
    gtk_widget_set_can_focus(bubble.widget, 0)
    list.accessibleName(label)
    bubble.style("suggestions").stay(with: holder)
    entry.onKey(before: true) { [weak self] in self?.handle($0) ?? false }
    entry.onFocus(entered: {}, left: { [weak self] in self?.show([]) })
    list.onActivate { [weak self] in self?.take($0) }
  }

  /// Shows these lines, none of them chosen; without any, there is no list.
  public func show(_ titles: [String]) {
    for row in rows { list.remove(row) }
    rows = titles.map { title in
      let row = ListBoxRow(Label(title).ellipsized())
      // The keyboard stays in the entry when a row is clicked.
      gtk_widget_set_focusable(row.widget, 0)
      row.accessibleName(title)
      list.insert(row, at: -1)
      return row
    }
    choose(nil)
    guard isOpen != !titles.isEmpty else { return }
    isOpen.toggle()
    vitrine_accessible_set_expanded(entry.widget, isOpen ? 1 : 0)
    let popover = bubble.cast(to: GtkPopover.self)
    if isOpen {
      gtk_widget_set_size_request(bubble.widget, Int32(clamping: holder.width), -1)
      gtk_popover_popup(popover)
    } else {
      gtk_popover_popdown(popover)
    }
  }

  private func choose(_ position: Int?) {
    list.select(position.map { rows[$0] })
    guard position != chosen else { return }
    chosen = position
    delegate?.suggestionChosen(at: position)
  }

  private func take(_ position: Int) {
    show([])
    delegate?.suggestionTaken(at: position)
  }

  private func handle(_ press: KeyPress) -> Bool {
    guard !press.isControl, !press.isAlt, !press.isShift else { return false }
    guard isOpen else {
      if press.key == .down { delegate?.askForSuggestions() }
      return press.key == .down
    }
    switch press.key {
    case .down: choose(chosen.map { $0 + 1 < rows.count ? $0 + 1 : nil } ?? 0)
    case .up: choose(chosen.map { $0 > 0 ? $0 - 1 : nil } ?? rows.count - 1)
    case .escape: show([])
    case .enter, .tab:
      guard let chosen else { return false }
      take(chosen)
      // Tab goes on, too.
      return press.key == .enter
    default: return false
    }
    return true
  }
}

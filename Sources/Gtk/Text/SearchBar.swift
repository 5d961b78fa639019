// SPDX-License-Identifier: Apache-2.0
// The search bar above a list, and its entry.

import CGtk
import CGtkShim

/// A search entry that opens above a list.
@MainActor
public final class SearchBar: Widget {
  private let entry: Entry

  /// `keysFrom`: the widget in which typing starts a search.
  public init(label: String, keysFrom area: Widget) {
    entry = Entry(search: label)
    super.init(fresh: gtk_search_bar_new())
    gtk_search_bar_set_child(opaque, entry.widget)
    gtk_search_bar_connect_entry(opaque, entry.opaque)
    gtk_search_bar_set_key_capture_widget(opaque, area.widget)
    gtk_widget_set_hexpand(entry.widget, 1)
    opensAtOnce()
  }

  /// Lets the bar open at once; GTK would let it slide in. Quirk: sliding-search. GTK 4.24 gives the keyboard only
  /// to what is on the screen, and what is typed until then would be lost.
  private func opensAtOnce() {
    guard let revealer = gtk_widget_get_first_child(widget),
      isInstance(Pointer(revealer), of: gtk_revealer_get_type())
    else { return }
    // Not the type without transition: a closed bar would keep its height.
    gtk_revealer_set_transition_duration(OpaquePointer(revealer), 0)
    Object(retaining: Pointer(revealer)).connectNotify("child-revealed") { [weak self] in
      guard let self, isOpen, !isTyping else { return }
      entry.takeFocus()
      entry.selection = TextSelection(anchor: -1, caret: -1)
    }
  }

  /// What is searched for.
  public var text: String {
    get { entry.text }
    set { entry.text = newValue }
  }

  /// Whether the bar is open. Setting it does not call `onOpenOrClose`.
  public var isOpen: Bool {
    get { gtk_search_bar_get_search_mode(opaque) != 0 }
    set {
      guard newValue != isOpen else { return }
      blockingHandlers(of: "notify::search-mode-enabled") {
        // Closing clears the entry; that was not typed either.
        entry.blockingHandlers(of: "changed") {
          gtk_search_bar_set_search_mode(opaque, newValue ? 1 : 0)
        }
      }
    }
  }

  /// Whether the keyboard is in its entry.
  public var isTyping: Bool { entry.hasFocus }

  /// Puts the keyboard into its entry.
  public func takeFocusInEntry() { entry.takeFocus() }

  /// Selects all of the text, to be typed over.
  public func selectAll() { entry.selection = TextSelection(anchor: 0, caret: -1) }

  /// Called after each keystroke.
  public func onChange(_ handler: @escaping @MainActor () -> Void) { entry.onChange(handler) }

  /// Typing opened the bar, or Escape closed it.
  public func onOpenOrClose(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("search-mode-enabled", handler)
  }

  /// Keys in the entry, before the entry handles them.
  public func onKey(_ handler: @escaping @MainActor (KeyPress) -> Bool) {
    entry.onKey(before: true, handler)
  }
}

// SPDX-License-Identifier: Apache-2.0
// A short list: every row is a widget of its own.

import CGtk

/// A list of rows that are all there, for short lists.
@MainActor
public final class ListBox: Widget {
  /// An empty list. A click selects a row; a double click, or Enter, activates it.
  public init() {
    super.init(fresh: gtk_list_box_new())
    gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_SINGLE)
    gtk_list_box_set_activate_on_single_click(opaque, 0)
    makeOneTabStop()
  }

  /// A click selects and activates a row, in lists that nothing else can be done with.
  @discardableResult
  public func activatedByClick() -> Self {
    gtk_list_box_set_activate_on_single_click(opaque, 1)
    return self
  }

  /// Inserts a row; at -1, it is the last.
  public func insert(_ row: ListBoxRow, at position: Int) {
    gtk_list_box_insert(opaque, row.widget, Int32(position))
  }

  /// Removes a row without calling our handlers.
  public func remove(_ row: ListBoxRow) {
    blockingHandlers(of: "row-selected") { gtk_list_box_remove(opaque, row.widget) }
  }

  /// Selects a row, or none, without calling our handlers.
  public func select(_ row: ListBoxRow?) {
    blockingHandlers(of: "row-selected") {
      gtk_list_box_select_row(opaque, row?.cast(to: GtkListBoxRow.self))
    }
  }

  /// Selects the row at a position, if there is one, without calling our handlers.
  public func select(at position: Int) {
    guard let row = gtk_list_box_get_row_at_index(opaque, Int32(clamping: position)) else { return }
    blockingHandlers(of: "row-selected") { gtk_list_box_select_row(opaque, row) }
  }

  /// Where a row is, from the top of the list, once it is laid out.
  public func top(at position: Int) -> Double? {
    guard let row = gtk_list_box_get_row_at_index(opaque, Int32(clamping: position)) else {
      return nil
    }
    var (x, y) = (0.0, 0.0)
    let rowWidget = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_translate_coordinates(rowWidget, widget, 0, 0, &x, &y) != 0 else { return nil }
    return y
  }

  /// The position of the row at a height, from the top of the list.
  public func position(at height: Double) -> Int? {
    guard let row = gtk_list_box_get_row_at_y(opaque, Int32(clamping: Int(height))) else {
      return nil
    }
    return Int(gtk_list_box_row_get_index(row))
  }

  /// The position of the selected row, if any.
  public var selectedPosition: Int? {
    guard let row = gtk_list_box_get_selected_row(opaque) else { return nil }
    return Int(gtk_list_box_row_get_index(row))
  }

  /// The user selected another row, or none.
  public func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    connectArgument("row-selected") { _ in handler() }
  }

  /// The user double-clicked a row, or pressed Enter on it. What the program selects does not count.
  public func onActivate(_ handler: @escaping @MainActor (_ position: Int) -> Void) {
    connectArgument("row-activated") { row in
      guard let row else { return }
      let index = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
      if index >= 0 { handler(Int(index)) }
    }
  }
}

/// A row of a `ListBox`.
@MainActor
public final class ListBoxRow: Widget {
  /// A row with this content.
  public init(_ child: Widget) {
    super.init(fresh: gtk_list_box_row_new())
    gtk_list_box_row_set_child(cast(to: GtkListBoxRow.self), child.widget)
  }

  /// Whether the row responds to a click or Enter.
  public func setActivatable(_ isActivatable: Bool) {
    gtk_list_box_row_set_activatable(cast(to: GtkListBoxRow.self), isActivatable ? 1 : 0)
  }
}

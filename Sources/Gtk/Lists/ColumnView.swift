// SPDX-License-Identifier: Apache-2.0
// A list with columns that the user can reorder, resize and sort by. Quirk: column-names. GTK 4.8 neither
// names its columns nor says which one the list is sorted by: names are kept here, and the sort column is
// found by letting the view compare two objects with sorters that only report that they were called.

import CGtk
import CGtkShim

/// A list with columns that the user can reorder, resize and sort by.
@MainActor
public final class ColumnView: ListWidget {
  /// A column as it is on screen.
  public struct Column: Equatable {
    /// The name by which the program knows it.
    public var name: String
    /// Nil until the user resizes it.
    public var width: Int?

    /// A column of this width; nil if the user has not resized it.
    public init(name: String, width: Int?) {
      self.name = name
      self.width = width
    }
  }

  /// What the list is sorted by: a column and a direction.
  public struct Sort: Equatable {
    /// The name of the column.
    public var column: String
    /// Whether the smallest value is at the top.
    public var isAscending: Bool

    /// A sort order by a column.
    public init(column: String, isAscending: Bool) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  private struct Known {
    let name: String
    let title: String
    let column: Object
    let probe: Probe

    @MainActor var isVisible: Bool { gtk_column_view_column_get_visible(column.opaque) != 0 }
  }

  private var known: [Known] = []
  private var columnsChanged: (@MainActor () -> Void)?

  /// A list without columns, of what a selection contains.
  public init(_ selection: ListSelection) {
    // The constructor takes over one reference.
    super.init(fresh: gtk_column_view_new(OpaquePointer(g_object_ref(selection.pointer))))
    selection.isShown(in: self)
  }

  /// The last column should expand: a click beside the columns would lose the keyboard focus. Does
  /// not call `onColumnsChange`. `isNumber`: its head is at the end, above the digits. `menu` opens on
  /// the column's head.
  public func addColumn<View>(
    _ name: String, title: String, factory: ItemFactory<View>, expands: Bool = false,
    width: Int? = nil, isNumber: Bool = false, sorts: Bool = true, menu: Menu? = nil
  ) {
    let title = title.asTitle
    let handler = columnsChanged
    columnsChanged = nil
    defer { columnsChanged = handler }
    factory.isForCells()
    // The constructor takes over one reference of the factory; the result is transfer full.
    let column = Object(
      adopting: Pointer(
        gtk_column_view_column_new(title, OpaquePointer(g_object_ref(factory.pointer)))
          .unsafelyUnwrapped))
    let probe = Probe()
    gtk_column_view_column_set_expand(column.opaque, expands ? 1 : 0)
    gtk_column_view_column_set_resizable(column.opaque, 1)
    if sorts {
      let sorter = probe.sorter
      withExtendedLifetime(sorter) {
        gtk_column_view_column_set_sorter(column.opaque, sorter.cast(to: GtkSorter.self))
      }
    }
    if let width { gtk_column_view_column_set_fixed_width(column.opaque, Int32(width)) }
    if let menu { gtk_column_view_column_set_header_menu(column.opaque, menu.model) }
    gtk_column_view_append_column(opaque, column.opaque)
    // Heads are in a row before everything else. Quirk: nameless-heads. GTK 4.8 gives them no name.
    if let head = gtk_widget_get_first_child(widget).flatMap(gtk_widget_get_last_child) {
      vitrine_accessible_set_label(head, title)
      if isNumber { Self.alignToEnd(head) }
      Self.showWhole(title, over: head)
    }
    known.append(Known(name: name, title: title, column: column, probe: probe))
    column.connectNotify("fixed-width") { [weak self] in self?.columnsChanged?() }
  }

  // The place of the arrow, which is there even without an arrow, goes before the title.
  private static func alignToEnd(_ head: UnsafeMutablePointer<GtkWidget>) {
    guard let box = gtk_widget_get_first_child(head), let title = gtk_widget_get_first_child(box),
      isInstance(title, of: gtk_label_get_type())
    else { return }
    gtk_widget_set_hexpand(title, 1)
    gtk_label_set_xalign(OpaquePointer(title), 1)
    gtk_widget_insert_after(title, box, gtk_widget_get_last_child(box))
  }

  // The name of a column that has no room for it appears when the pointer rests over it.
  private static func showWhole(_ title: String, over head: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_has_tooltip(head, 1)
    // The widget owns the handler, and lives as long as the column.
    Object(retaining: Pointer(head)).connectTooltip {
      // Not of all of it, which has room for an arrow, too.
      var box = gtk_widget_get_first_child(head).flatMap(gtk_widget_get_first_child)
      while let child = box, !isInstance(child, of: gtk_label_get_type()) {
        box = gtk_widget_get_next_sibling(child)
      }
      guard let label = box else { return nil }
      var (natural, place): (gint, graphene_rect_t) = (0, graphene_rect_t())
      gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
      let isPlaced = gtk_widget_compute_bounds(label, head, &place)
      let (start, end) = (place.origin.x, place.origin.x + place.size.width)
      let isCut =
        natural > gtk_widget_get_width(label)
        || isPlaced != 0
          && (start < 0 || end > Float(gtk_widget_get_width(head)))
      return isCut ? title : nil
    }
  }

  // MARK: Order and width

  private var model: OpaquePointer { gtk_column_view_get_columns(opaque).unsafelyUnwrapped }

  /// The columns shown, from the left.
  public var columns: [Column] {
    (0..<g_list_model_get_n_items(model)).compactMap { position in
      // transfer full
      guard let item = g_list_model_get_item(model, position) else { return nil }
      defer { g_object_unref(item) }
      guard let column = known.first(where: { $0.column.pointer == item }), column.isVisible else {
        return nil
      }
      let width = Int(gtk_column_view_column_get_fixed_width(column.column.opaque))
      return Column(name: column.name, width: width > 0 ? width : nil)
    }
  }

  /// Shows these columns and no others, in this order. A column without a width keeps the one it has.
  /// Does not call `onColumnsChange`.
  public func show(_ columns: [Column]) {
    let handler = columnsChanged
    columnsChanged = nil
    defer { columnsChanged = handler }
    for column in known where !columns.contains(where: { $0.name == column.name }) {
      gtk_column_view_column_set_visible(column.column.opaque, 0)
      // Quirk: hidden-column. GTK leaves a gap as wide as one.
      gtk_column_view_column_set_fixed_width(column.column.opaque, 0)
    }
    for (position, wanted) in columns.enumerated() {
      guard let column = known.first(where: { $0.name == wanted.name })?.column else { continue }
      gtk_column_view_insert_column(opaque, guint(position), column.opaque)
      gtk_column_view_column_set_visible(column.opaque, 1)
      if let width = wanted.width {
        gtk_column_view_column_set_fixed_width(column.opaque, Int32(clamping: width))
      }
    }
    fixLastEdge()
  }

  // Quirk: last-edge. The last column ends where the list does. There, GTK scrolls on while its edge is dragged:
  // the column grows at every frame or, from right to left, shrinks to nothing. GTK only prevents it for the last one of
  // all, not for one with hidden ones behind it.
  private func fixLastEdge() {
    let last = columns.last?.name
    for column in known where column.isVisible {
      gtk_column_view_column_set_resizable(column.column.opaque, column.name == last ? 0 : 1)
    }
  }

  /// Takes a column away, so that another one can have its name. Does not call `onColumnsChange`.
  public func removeColumn(_ name: String) {
    let handler = columnsChanged
    columnsChanged = nil
    defer { columnsChanged = handler }
    guard let index = known.firstIndex(where: { $0.name == name }) else { return }
    gtk_column_view_remove_column(opaque, known.remove(at: index).column.opaque)
  }

  /// The user moved or resized a column.
  public func onColumnsChange(_ handler: @escaping @MainActor () -> Void) {
    columnsChanged = handler
    // The model is alive as long as the view.
    Object(retaining: Pointer(model)).connectItemsChanged { [weak self] in
      self?.fixLastEdge()
      self?.columnsChanged?()
    }
  }

  // MARK: Sorting

  /// The user clicked a column header.
  public func onSortChange(_ handler: @escaping @MainActor () -> Void) {
    Object(retaining: Pointer(sorter)).connectPosition("changed") { _ in handler() }
  }

  /// What the arrow in the column headers shows. Setting it does not call `onSortChange`.
  public var sort: Sort? {
    get {
      Probe.lastAsked = nil
      // Any two different objects will do: the sorters ignore them.
      let answer = gtk_sorter_compare(sorter, pointer, Pointer(model))
      guard let asked = Probe.lastAsked,
        let column = known.first(where: { $0.probe === asked })
      else { return nil }
      return Sort(column: column.name, isAscending: answer == GTK_ORDERING_SMALLER)
    }
    set {
      guard newValue != sort else { return }
      let column = newValue.flatMap { sort in known.first { $0.name == sort.column } }?.column
      Object(retaining: Pointer(sorter)).blockingHandlers(of: "changed") {
        gtk_column_view_sort_by_column(
          opaque, column?.opaque,
          newValue?.isAscending == false ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING)
      }
    }
  }

  /// Marks the further columns that it is sorted by where the first one says the same: GTK only has an arrow
  /// for the first.
  public func markFurther(_ sorts: [Sort]) {
    for column in known {
      let mark = sorts.first { $0.column == column.name }.map { $0.isAscending ? " ▴" : " ▾" }
      gtk_column_view_column_set_title(column.column.opaque, column.title + (mark ?? ""))
    }
  }

  /// Whether a Shift key is down now.
  public var isShiftHeld: Bool {
    guard let seat = gdk_display_get_default_seat(gtk_widget_get_display(widget)),
      let keyboard = gdk_seat_get_keyboard(seat)
    else { return false }
    return gdk_device_get_modifier_state(keyboard).rawValue & GDK_SHIFT_MASK.rawValue != 0
  }

  private var sorter: UnsafeMutablePointer<GtkSorter> {
    gtk_column_view_get_sorter(opaque).unsafelyUnwrapped
  }
}

/// Represents one column among the sorters.
@MainActor
private final class Probe {
  static weak var lastAsked: Probe?

  /// Always answers “less”, and records that it was called. The sorter retains the probe.
  var sorter: Object {
    // transfer full
    Object(
      adopting: Pointer(
        gtk_custom_sorter_new(
          { _, _, data in
            guard let data else { return 0 }
            nonisolated(unsafe) let pointer = data
            MainActor.assumeIsolated {
              Probe.lastAsked = Unmanaged<Probe>.fromOpaque(pointer).takeUnretainedValue()
            }
            return -1
          }, Unmanaged.passRetained(self).toOpaque(),
          { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }
        ).unsafelyUnwrapped))
  }
}

// Long lists: a lazy model, the selection in it, and the three views that show it. A view makes as
// many rows as the screen needs and binds them to positions again and again; what a row shows is
// looked up by its position, so the model itself holds nothing. GTK 4.8 scrolls backwards unless
// all rows of a view have one height.

import CGtk
import CGtkShim

/// A list whose rows exist only while somebody looks at them.
@MainActor
public final class LazyList: Object {
  /// The rows announced so far.
  public var count: Int { Int(g_list_model_get_n_items(opaque)) }

  /// An empty list.
  public init() {
    // transfer full
    super.init(adopting: Pointer(vitrine_list_model_new()))
  }

  /// Announces that `removed` rows at `position` gave way to `added` others. Call in the same turn
  /// as the change itself, and never from inside a row's binding.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    guard removed > 0 || added > 0 else { return }
    vitrine_list_model_splice(opaque, guint(position), guint(removed), guint(added))
  }
}

/// A list and at most one selected row of it.
@MainActor
public final class SingleSelection: Object {
  private let list: LazyList

  /// A selection in this list, with nothing selected.
  public init(_ list: LazyList = LazyList()) {
    self.list = list
    // The constructor takes over one reference of the list; the result is transfer full.
    super.init(
      adopting: Pointer(gtk_single_selection_new(OpaquePointer(g_object_ref(list.pointer)))))
    gtk_single_selection_set_autoselect(opaque, 0)
    gtk_single_selection_set_can_unselect(opaque, 1)
    position = nil
  }

  /// The selected row. Setting it does not call `onChange`.
  public var position: Int? {
    get {
      let position = gtk_single_selection_get_selected(opaque)
      return position == guint.max ? nil : Int(position)
    }
    set {
      guard newValue != position else { return }
      blockingHandlers(of: "notify::selected") {
        gtk_single_selection_set_selected(opaque, newValue.map { guint($0) } ?? guint.max)
      }
    }
  }

  /// The rows announced so far.
  public var count: Int { list.count }

  /// Announces that rows gave way to others, as `LazyList.splice` does. When the selected row was
  /// among them none is selected; that does not call `onChange`.
  public func splice(at position: Int, removing removed: Int, adding added: Int) {
    blockingHandlers(of: "notify::selected") {
      list.splice(at: position, removing: removed, adding: added)
    }
  }

  /// The person selected another row, or none.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("selected", handler)
  }
}

/// The widgets of one row or cell, used for many positions in turn.
@MainActor
public protocol RowView: AnyObject {
  /// What is put into the list.
  var root: Widget { get }
}

/// Makes rows and binds them to positions.
@MainActor
public final class RowFactory<Row: RowView>: Object {
  private let bound: BoundRows<Row>

  /// `bind` shows the row at a position; `unbind` lets go of what it showed. A row that is not
  /// selectable is a heading.
  public init(
    make: @escaping @MainActor () -> Row,
    bind: @escaping @MainActor (Row, Int) -> Void,
    unbind: @escaping @MainActor (Row) -> Void = { _ in },
    isSelectable: @escaping @MainActor (Int) -> Bool = { _ in true }
  ) {
    let bound = BoundRows<Row>(bind: bind)
    self.bound = bound
    // transfer full
    super.init(adopting: Pointer(gtk_signal_list_item_factory_new()))

    connectArgument("setup") { item in
      guard let item else { return }
      let row = make()
      gtk_list_item_set_child(OpaquePointer(item), row.root.widget)
      // The row lives as long as GTK's item for it, which owns it from here.
      g_object_set_data_full(
        item.assumingMemoryBound(to: GObject.self), rowKey, Unmanaged.passRetained(row).toOpaque(),
        { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }
    connectArgument("bind") { item in
      guard let item, let row = rowOf(item, as: Row.self) else { return }
      bound.rows[item] = row
      let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
      let selects = isSelectable(position)
      gtk_list_item_set_selectable(OpaquePointer(item), selects ? 1 : 0)
      gtk_list_item_set_activatable(OpaquePointer(item), selects ? 1 : 0)
      bind(row, position)
    }
    connectArgument("unbind") { item in
      guard let item, let row = rowOf(item, as: Row.self) else { return }
      bound.rows[item] = nil
      unbind(row)
    }
    connectArgument("teardown") { item in
      if let item { bound.rows[item] = nil }
    }
  }

  /// The rows that are laid out and in sight of `view`, with their places in its coordinates.
  public func rowsInSight(of view: Widget) -> [RowInSight<Row>] {
    let sight = Rect(x: 0, y: 0, width: Double(view.width), height: Double(view.height))
    return bound.rows.compactMap { item, row in
      guard row.root.isMapped, let frame = row.root.frame(in: view), frame.meets(sight) else {
        return nil
      }
      return RowInSight(
        position: Int(gtk_list_item_get_position(OpaquePointer(item))), row: row, frame: frame)
    }
    .sorted { $0.position < $1.position }
  }

  /// The row that has the keyboard.
  public var focusedPosition: Int? {
    bound.rows.first { holder(of: $0.value).map { gtk_widget_has_focus($0) != 0 } ?? false }
      .map { Int(gtk_list_item_get_position(OpaquePointer($0.key))) }
  }

  /// Gives the keyboard to a row; false when it is not laid out.
  public func focus(_ position: Int) -> Bool {
    let row = bound.rows.first {
      Int(gtk_list_item_get_position(OpaquePointer($0.key))) == position
    }
    guard let row, row.value.root.isMapped, let holder = holder(of: row.value) else { return false }
    return gtk_widget_grab_focus(holder) != 0
  }

  /// GTK's widget for a row: around its root, or around the cell that holds the root.
  private func holder(of row: Row) -> UnsafeMutablePointer<GtkWidget>? {
    var widget = gtk_widget_get_parent(row.root.widget)
    while let candidate = widget, gtk_widget_get_focusable(candidate) == 0 {
      widget = gtk_widget_get_parent(candidate)
    }
    return widget
  }

  /// Shows the rows that are on screen anew: their content changed, not their places.
  public func refresh() {
    for (item, row) in bound.rows {
      bound.bind(row, Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
  }
}

/// A row on screen.
public struct RowInSight<Row> {
  /// Where it is in the list.
  public let position: Int
  /// What was made for it by the factory.
  public let row: Row
  /// Where it is in the view.
  public let frame: Rect
}

private let rowKey = "vitrine-row"

@MainActor
private func rowOf<Row: AnyObject>(_ item: Pointer, as type: Row.Type) -> Row? {
  guard let data = g_object_get_data(item.assumingMemoryBound(to: GObject.self), rowKey) else {
    return nil
  }
  return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Row
}

@MainActor
private final class BoundRows<Row: RowView> {
  let bind: @MainActor (Row, Int) -> Void
  var rows: [Pointer: Row] = [:]

  init(bind: @escaping @MainActor (Row, Int) -> Void) { self.bind = bind }
}

/// What the three list views share; the one with columns is in ColumnView.swift.
@MainActor
public class ListWidget: Widget {
  /// A double click, or Enter on a row.
  public func onActivate(_ handler: @escaping @MainActor (_ position: Int) -> Void) {
    connectPosition("activate", handler)
  }

  /// Scrolls as far as it takes to see a row. Does nothing before the first layout.
  public func scroll(to position: Int) {
    // The floating variant is sunk by the call. In a view with columns a list inside has the action.
    let list =
      self is ColumnView ? gtk_widget_get_last_child(widget).unsafelyUnwrapped : widget
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }
}

/// A list of rows that exist only while they are in sight.
@MainActor
public final class ListView: ListWidget {
  /// A list of what a selection contains, with rows from this factory.
  public init<Row>(_ selection: SingleSelection, _ factory: RowFactory<Row>) {
    // The constructor takes over one reference of each.
    super.init(
      fresh: gtk_list_view_new(
        OpaquePointer(g_object_ref(selection.pointer)),
        OpaquePointer(g_object_ref(factory.pointer))))
  }
}

/// A list whose rows are laid out in columns, as cards are.
@MainActor
public final class GridView: ListWidget {
  /// A grid of what a selection contains, with cards from this factory.
  public init<Row>(_ selection: SingleSelection, _ factory: RowFactory<Row>) {
    // The constructor takes over one reference of each.
    super.init(
      fresh: gtk_grid_view_new(
        OpaquePointer(g_object_ref(selection.pointer)),
        OpaquePointer(g_object_ref(factory.pointer))))
  }

  /// How many columns it has, depending on its width.
  public func setColumns(minimum: Int, maximum: Int) {
    gtk_grid_view_set_min_columns(opaque, guint(minimum))
    gtk_grid_view_set_max_columns(opaque, guint(maximum))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Makes views for as many items of a long list as the screen needs and binds them to positions again and
// again. Quirk: row-heights. GTK scrolls backwards unless all items of a list have the same height.

import CGtk
import CGtkShim

/// The widgets of one item, or of one of its cells, used for many positions in turn.
@MainActor
public protocol ItemView: AnyObject {
  /// What is put into the list.
  var root: Widget { get }
}

/// Makes the views of items and binds them to positions.
@MainActor
public final class ItemFactory<View: ItemView>: Object {
  private let bound: BoundViews<View>

  /// `bind` shows the item at a position; `unbind` releases what it showed. An item that is not
  /// selectable is a heading. With `sight`, an item is shown as soon as it is in sight; until then
  /// `announce` tells a screen reader what it is.
  public init(
    make: @escaping @MainActor () -> View,
    bind: @escaping @MainActor (View, Int) -> Void,
    announce: (@MainActor (View, Int) -> Void)? = nil,
    unbind: @escaping @MainActor (View) -> Void = { _ in },
    isSelectable: @escaping @MainActor (Int) -> Bool = { _ in true },
    sight: RowsInSight? = nil
  ) {
    let bound = BoundViews<View>(bind: bind, announce: announce, sight: sight)
    self.bound = bound
    // transfer full
    super.init(adopting: Pointer(gtk_signal_list_item_factory_new()))

    connectArgument("setup") { item in
      guard let item else { return }
      let view = make()
      gtk_list_item_set_child(OpaquePointer(item), view.root.widget)
      // The view lives as long as GTK's item for it, which owns it from here.
      g_object_set_data_full(
        item.assumingMemoryBound(to: GObject.self), viewKey,
        Unmanaged.passRetained(view).toOpaque(),
        { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }
    connectArgument("bind") { item in
      guard let item, let view = viewOf(item, as: View.self) else { return }
      bound.views[item] = view
      let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
      let selects = isSelectable(position) && !bound.areCells
      gtk_list_item_set_selectable(OpaquePointer(item), selects ? 1 : 0)
      gtk_list_item_set_activatable(OpaquePointer(item), selects ? 1 : 0)
      bound.show(view, of: item)
    }
    connectArgument("unbind") { item in
      guard let item, let view = viewOf(item, as: View.self) else { return }
      bound.forget(item)
      unbind(view)
    }
    connectArgument("teardown") { item in
      if let item { bound.forget(item) }
    }
    sight?.onMove(bound) { $0.showWaiting() }
  }

  /// The views are cells of a row, and the row does what a click asks for. Quirk: cell-selects. Otherwise the cell
  /// would do it, too: Ctrl+click would select and at once unselect a row.
  func isForCells() { bound.areCells = true }

  /// The items that are laid out and visible in `list`, with their places in its coordinates.
  public func visibleItems(of list: Widget) -> [VisibleItem<View>] {
    let visible = Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height))
    return bound.views.compactMap { item, view in
      guard view.root.isMapped, let frame = view.root.frame(in: list), frame.intersects(visible)
      else {
        return nil
      }
      return VisibleItem(
        position: Int(gtk_list_item_get_position(OpaquePointer(item))), view: view, frame: frame)
    }
    .sorted { $0.position < $1.position }
  }

  /// The position of the item that has the keyboard focus.
  public var focusedPosition: Int? {
    bound.views.first { holder(of: $0.value).map { gtk_widget_has_focus($0) != 0 } ?? false }
      .map { Int(gtk_list_item_get_position(OpaquePointer($0.key))) }
  }

  /// Gives the keyboard focus to an item; false when it is not laid out.
  public func focus(_ position: Int) -> Bool {
    let view = bound.views.first {
      Int(gtk_list_item_get_position(OpaquePointer($0.key))) == position
    }
    guard let view, view.value.root.isMapped, let holder = holder(of: view.value) else {
      return false
    }
    return movingFocus(to: holder) { gtk_widget_grab_focus(holder) != 0 }
  }

  /// GTK's widget for an item: around its root, or around the cell that holds the root.
  private func holder(of view: View) -> UnsafeMutablePointer<GtkWidget>? {
    var widget = gtk_widget_get_parent(view.root.widget)
    while let candidate = widget, gtk_widget_get_focusable(candidate) == 0 {
      widget = gtk_widget_get_parent(candidate)
    }
    return widget
  }

  /// Shows the items on screen again, after their content changed but not their positions.
  public func refresh() {
    for (item, view) in bound.views { bound.show(view, of: item) }
  }
}

/// An item on screen.
public struct VisibleItem<View> {
  /// Where it is in the list.
  public let position: Int
  /// What was made for it by the factory.
  public let view: View
  /// Where it is in the list widget.
  public let frame: Rect
}

private let viewKey = "vitrine-view"

@MainActor
private func viewOf<View: AnyObject>(_ item: Pointer, as type: View.Type) -> View? {
  guard let data = g_object_get_data(item.assumingMemoryBound(to: GObject.self), viewKey) else {
    return nil
  }
  return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? View
}

@MainActor
private final class BoundViews<View: ItemView> {
  private let bind: @MainActor (View, Int) -> Void
  private let announce: (@MainActor (View, Int) -> Void)?
  private let sight: RowsInSight?
  var areCells = false
  var views: [Pointer: View] = [:]
  /// Items out of sight, whose views show something else.
  private var waiting: Set<Pointer> = []
  /// Those of them that have yet to be announced.
  private var unannounced: Set<Pointer> = []

  init(
    bind: @escaping @MainActor (View, Int) -> Void,
    announce: (@MainActor (View, Int) -> Void)?, sight: RowsInSight?
  ) {
    (self.bind, self.announce, self.sight) = (bind, announce, sight)
  }

  func show(_ view: View, of item: Pointer) {
    let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
    if sight?.contains(position) ?? true {
      waiting.remove(item)
      bind(view, position)
    } else {
      waiting.insert(item)
      // Only one of the cells of a row announces it.
      guard announce != nil else { return }
      if unannounced.isEmpty { MainLoop.whenIdle { [weak self] in self?.announceSome() } }
      unannounced.insert(item)
    }
  }

  // All two hundred at once take longer than a key press may.
  private func announceSome() {
    for item in unannounced.prefix(Self.atOnce) {
      unannounced.remove(item)
      guard waiting.contains(item), let view = views[item] else { continue }
      announce?(view, Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
    if !unannounced.isEmpty { MainLoop.whenIdle { [weak self] in self?.announceSome() } }
  }

  private static var atOnce: Int { 32 }

  func showWaiting() {
    for item in waiting {
      let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
      guard let view = views[item], sight?.contains(position) ?? true else { continue }
      waiting.remove(item)
      bind(view, position)
    }
  }

  func forget(_ item: Pointer) {
    views[item] = nil
    waiting.remove(item)
    unannounced.remove(item)
  }
}

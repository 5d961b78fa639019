// Widgets that hold other widgets.

import CGtk
import CGtkShim

/// Widgets side by side, or one below the other.
@MainActor
public final class Box: Widget {
  /// A box with these children, `spacing` pixels apart.
  public init(_ orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
    super.init(fresh: gtk_box_new(orientation.gtk, Int32(spacing)))
    children.forEach { append($0) }
  }

  /// A box that screen readers treat as one named group, such as a form.
  public init(group orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
    super.init(
      fresh: vitrine_box_new_with_role(
        orientation.gtk, Int32(spacing), GTK_ACCESSIBLE_ROLE_GROUP))
    children.forEach { append($0) }
  }

  private var box: UnsafeMutablePointer<GtkBox> { cast(to: GtkBox.self) }

  /// Adds a child at the end.
  public func append(_ child: Widget) { gtk_box_append(box, child.widget) }
  /// Puts a child after another; nil: first.
  public func insert(_ child: Widget, after sibling: Widget?) {
    gtk_box_insert_child_after(box, child.widget, sibling?.widget)
  }

  /// Moves a child behind another; nil: to the first place.
  public func move(_ child: Widget, after sibling: Widget?) {
    gtk_box_reorder_child_after(box, child.widget, sibling?.widget)
  }

  /// Removes a child.
  public func remove(_ child: Widget) { gtk_box_remove(box, child.widget) }

  /// Removes all children.
  public func removeAll() {
    while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(box, child) }
  }

  /// Gives all children the same size.
  @discardableResult
  public func homogeneous() -> Self {
    gtk_box_set_homogeneous(box, 1)
    return self
  }
}

/// A part of a window that can be scrolled.
@MainActor
public final class ScrolledWindow: Widget {
  /// Scrolls its child up and down, with `horizontal` also sideways.
  public init(_ child: Widget, horizontal: Bool = false) {
    super.init(fresh: gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(opaque, child.widget)
    gtk_scrolled_window_set_policy(
      opaque, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  }

  /// Widgets in a line, scrolled sideways if there is no room for all of it.
  public init(sideways child: Widget) {
    super.init(fresh: gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(opaque, child.widget)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
  }

  /// What has the keyboard stays in sight when something above it grows, unless it was scrolled out of
  /// it. For as long as this object lives.
  /// - Parameter surroundings: what belongs to it and is seen with it if there is the room, such as what is
  ///   said of a field below it.
  public func keepFocusInSight(with surroundings: @escaping @MainActor () -> Widget? = { nil }) {
    vertical.onRangeChange { [weak self] in
      // The content is laid out after this: until then, everything is in its old place.
      guard let self, let place = placeOfFocus, place.end > vertical.value,
        place.start < vertical.value + vertical.pageSize
      else { return }
      MainLoop.whenIdle { [weak self] in
        guard let self else { return }
        if let all = surroundings() { _ = bringIntoSight(all) }
        if let place = placeOfFocus { bringIntoSight(place) }
      }
    }
  }

  /// Where in its content the widget with the keyboard is, from above.
  private var placeOfFocus: (start: Double, end: Double)? {
    guard hasFocus, let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root),
      // What is in a popover is no part of it.
      gtk_widget_get_native(focused) == gtk_widget_get_native(widget)
    else { return nil }
    return place(of: focused)
  }

  /// Scrolls as little as it takes to have all of a widget of its content in sight, or its top if there is not
  /// the room for all. Returns whether the widget is laid out, without which nothing is done.
  public func bringIntoSight(_ shown: Widget) -> Bool {
    guard vertical.pageSize > 1, let place = place(of: shown.widget), place.end > place.start + 1,
      place.end <= vertical.upper
    else { return false }
    bringIntoSight(place)
    return true
  }

  /// Brings a widget into sight that was just put in another place, once it is laid out there: GTK scrolls to
  /// where it was, or not at all.
  public func follow(_ moved: Widget) {
    MainLoop.after(paintOf: self) { [weak self, weak moved] in
      if let moved { _ = self?.bringIntoSight(moved) }
    }
  }

  // GTK may still be on its way to where the keyboard was before all was laid out. Setting a value ends that;
  // gtk_adjustment_clamp_page would not.
  private func bringIntoSight(_ place: (start: Double, end: Double)) {
    let end = min(place.end, place.start + vertical.pageSize)
    gtk_adjustment_set_value(
      gtk_scrolled_window_get_vadjustment(opaque),
      min(max(vertical.value, end - vertical.pageSize), place.start))
  }

  private func place(of inner: UnsafeMutablePointer<GtkWidget>) -> (start: Double, end: Double)? {
    guard let viewport = gtk_scrolled_window_get_child(opaque) else { return nil }
    // GTK puts a viewport around what can't scroll itself; its child is as high as all of it.
    let page = gtk_widget_get_first_child(viewport) ?? viewport
    var (x, y) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(inner, page, 0, 0, &x, &y) != 0 else { return nil }
    return (y, y + Double(gtk_widget_get_height(inner)))
  }

  /// The height it keeps even if its content is lower.
  @discardableResult
  public func minimumHeight(_ height: Int) -> Self {
    gtk_scrolled_window_set_min_content_height(opaque, Int32(height))
    return self
  }

  /// As high as its content up to this limit; beyond it, the content scrolls.
  @discardableResult
  public func naturalHeight(upTo most: Int) -> Self {
    gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
    gtk_scrolled_window_set_max_content_height(opaque, Int32(most))
    return self
  }

  /// The vertical position; lives as long as the scrolled window.
  public var vertical: Adjustment {
    Adjustment(borrowed: gtk_scrolled_window_get_vadjustment(opaque))
  }
  /// The horizontal position; lives as long as the scrolled window.
  public var horizontal: Adjustment {
    Adjustment(borrowed: gtk_scrolled_window_get_hadjustment(opaque))
  }
}

/// A position in a range: how far something is scrolled.
@MainActor
public final class Adjustment: Object {
  init(borrowed adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    super.init(retaining: adjustment)
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> { cast(to: GtkAdjustment.self) }

  /// The position.
  public var value: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { blockingHandlers(of: "value-changed") { gtk_adjustment_set_value(adjustment, newValue) } }
  }
  /// The end of the range: the height of all content.
  public var upper: Double { gtk_adjustment_get_upper(adjustment) }
  /// The visible part of the range.
  public var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }

  /// The user or a layout scrolled; setting `value` does not count.
  public func onValueChange(_ handler: @escaping @MainActor () -> Void) {
    connect("value-changed", handler)
  }
  /// The size of the content or of the visible part changed.
  public func onRangeChange(_ handler: @escaping @MainActor () -> Void) {
    connect("changed", handler)
  }
}

/// Pages of which one is shown.
@MainActor
public final class Stack: Widget {
  /// A stack without pages.
  public init() {
    super.init(fresh: gtk_stack_new())
    gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(opaque, 120)
    // Hidden pages should not request space.
    gtk_stack_set_vhomogeneous(opaque, 0)
    gtk_stack_set_hhomogeneous(opaque, 0)
  }

  /// `title`: what a switcher shows for the page.
  public func add(_ child: Widget, name: String, title: String? = nil) {
    if let title {
      gtk_stack_add_titled(opaque, child.widget, name, title)
    } else {
      gtk_stack_add_named(opaque, child.widget, name)
    }
  }

  /// Removes a page.
  public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }

  /// The name of the page that is shown.
  public var visibleName: String {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
    set {
      guard newValue != visibleName else { return }
      blockingHandlers(of: "notify::visible-child-name") {
        gtk_stack_set_visible_child_name(opaque, newValue)
      }
    }
  }

  /// Shows a page without a transition, for example when a window opens.
  public func showAtOnce(_ name: String) {
    blockingHandlers(of: "notify::visible-child-name") {
      gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
    }
  }

  /// A switcher showed another page; the setters above do not count.
  public func onVisibleChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("visible-child-name", handler)
  }
}

/// Buttons that choose the page of a stack.
@MainActor
public final class StackSwitcher: Widget {
  /// A switcher for this stack.
  public init(_ stack: Stack) {
    super.init(fresh: gtk_stack_switcher_new())
    gtk_stack_switcher_set_stack(opaque, stack.opaque)
  }
}

/// Widgets on top of another one, such as a message over a list.
@MainActor
public final class Overlay: Widget {
  /// An overlay over this widget.
  public init(_ child: Widget) {
    super.init(fresh: gtk_overlay_new())
    gtk_overlay_set_child(opaque, child.widget)
  }

  /// Lays a widget over the others.
  public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }
}

/// Reveals and hides a message.
@MainActor
public final class Revealer: Widget {
  /// How the message appears.
  public enum Transition: Sendable {
    /// It slides down from above.
    case slideDown
    /// It fades in.
    case crossfade
  }

  /// A screen reader reads the labels in `message` aloud when it appears.
  public init(alert message: Widget, _ transition: Transition) {
    super.init(fresh: vitrine_revealer_new_with_role(GTK_ACCESSIBLE_ROLE_ALERT))
    gtk_widget_set_visible(widget, 0)
    // The revealer is alive whenever it signals; its wrapper may be gone by then.
    let (widget, revealer) = (widget, opaque)
    connectNotify("child-revealed") {
      if gtk_revealer_get_child_revealed(revealer) == 0 { gtk_widget_set_visible(widget, 0) }
    }
    gtk_revealer_set_child(opaque, message.widget)
    gtk_revealer_set_transition_type(
      opaque,
      transition == .slideDown
        ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN : GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
  }

  /// While it has nothing to show, it is not visible at all: the pointer reaches what is below, and
  /// screen readers notice when it comes back.
  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(opaque) != 0 }
    set {
      if newValue { isVisible = true }
      gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0)
    }
  }
}

/// A list of rows that are all there, for short lists.
@MainActor
public final class ListBox: Widget {
  /// An empty list.
  public init() {
    super.init(fresh: gtk_list_box_new())
    gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_SINGLE)
    makeOneTabStop()
  }

  /// A click only selects; it takes a double click, or Enter, to activate a row.
  @discardableResult
  public func activatedByDoubleClick() -> Self {
    gtk_list_box_set_activate_on_single_click(opaque, 0)
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

  /// A row was clicked or Enter was pressed on it.
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

// SPDX-License-Identifier: Apache-2.0
// A view of something larger, and where in it the view is.

import CGtk

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

  /// Scrolls another child in place of the one before.
  public func show(_ child: Widget) { gtk_scrolled_window_set_child(opaque, child.widget) }

  /// Widgets in a line, scrolled sideways if there is no room for all of it.
  public init(sideways child: Widget) {
    super.init(fresh: gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(opaque, child.widget)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
  }

  /// What has the keyboard stays in sight when something above it grows, unless it was scrolled out of
  /// it. For as long as this object lives.
  /// - Parameter surroundings: what belongs to it and is seen with it if there is room, such as the message
  ///   below a field.
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

  /// Scrolls as little as it takes to have all of a widget of its content in sight, or its top if there is no
  /// room for all. Returns whether the widget is laid out, without which nothing is done.
  public func bringIntoSight(_ shown: Widget) -> Bool {
    guard vertical.pageSize > 1, let place = place(of: shown.widget), place.end > place.start + 1,
      place.end <= vertical.upper
    else { return false }
    bringIntoSight(place)
    return true
  }

  /// Brings a widget into sight that was just put in another place, once it is laid out there.
  /// Quirk: scrolls-back. GTK scrolls to where it was, or not at all.
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

  /// Gives its content the height that it would like to have, not the least that it can have: what scrolls inside of
  /// it would swallow the turns of the wheel.
  @discardableResult
  public func contentAtItsHeight() -> Self {
    if let viewport = gtk_scrolled_window_get_child(opaque),
      isInstance(Pointer(viewport), of: gtk_viewport_get_type())
    {
      gtk_scrollable_set_vscroll_policy(OpaquePointer(viewport), GTK_SCROLL_NATURAL)
    }
    return self
  }

  /// Leaves the wheel to the page around it, except while the keyboard is in it: who scrolls the page would get stuck
  /// in it otherwise, even if there is nothing to scroll.
  public func takesWheelOnlyWithFocus() {
    // The widget exists whenever the keyboard moves; its wrapper may be gone by then.
    let widget = widget
    takesWheel(false, in: widget)
    onFocus(
      entered: { takesWheel(true, in: widget) }, left: { takesWheel(false, in: widget) })
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
    // Quirk: text-height. A text knows how high it is once it has its width, and GTK does not ask it again before something
    // else is laid out, such as a message: what is below it would move then.
    let (widget, scrolled) = (widget, opaque)
    var height = 0.0
    vertical.onRangeChange {
      let now = gtk_adjustment_get_upper(gtk_scrolled_window_get_vadjustment(scrolled))
      guard now != height else { return }
      height = now
      let kept = Object(retaining: Pointer(widget))
      MainLoop.whenIdle { gtk_widget_queue_resize(kept.cast(to: GtkWidget.self)) }
    }
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

  /// Undoes a scrolling that a list has yet to do with its next layout, such as to what was just given the keyboard: a
  /// list takes its place anew from a value that changes.
  public func stay() {
    let place = value
    value = place + 1 > upper - pageSize ? place - 1 : place + 1
    value = place
  }

  /// The user or a layout scrolled; setting `value` does not count.
  public func onValueChange(_ handler: @escaping @MainActor () -> Void) {
    connect("value-changed", handler)
  }
  /// The size of the content or of the visible part changed.
  public func onRangeChange(_ handler: @escaping @MainActor () -> Void) {
    connect("changed", handler)
  }
}

@MainActor
private func takesWheel(_ takes: Bool, in scrolled: UnsafeMutablePointer<GtkWidget>) {
  // transfer full, as are its items
  guard let controllers = gtk_widget_observe_controllers(scrolled) else { return }
  defer { g_object_unref(Pointer(controllers)) }
  let (before, now) =
    takes ? (GTK_PHASE_NONE, GTK_PHASE_BUBBLE) : (GTK_PHASE_BUBBLE, GTK_PHASE_NONE)
  for index in 0..<g_list_model_get_n_items(controllers) {
    guard let item = g_list_model_get_item(controllers, index) else { continue }
    defer { g_object_unref(item) }
    guard isInstance(item, of: gtk_event_controller_scroll_get_type()),
      gtk_event_controller_get_propagation_phase(OpaquePointer(item)) == before
    else { continue }
    gtk_event_controller_set_propagation_phase(OpaquePointer(item), now)
  }
}

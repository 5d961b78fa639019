// SPDX-License-Identifier: Apache-2.0
// What all widgets have in common: layout, style, name for screen readers, and focus.

import CGtk
import CGtkShim

/// Anything that is on screen.
@MainActor
public class Widget: Object {
  /// A new, floating widget, as GTK's constructors return it.
  init(fresh widget: UnsafeMutablePointer<GtkWidget>) {
    super.init(retaining: widget)
  }

  var widget: UnsafeMutablePointer<GtkWidget> { cast(to: GtkWidget.self) }

  // MARK: Layout

  /// Whether it takes part in the layout and is shown.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether it responds to the user.
  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// Whether the pointer is over it.
  public var isPointedAt: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
  }

  /// Whether it is on screen.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// In pixels, once it is laid out.
  public var width: Int { Int(gtk_widget_get_width(widget)) }

  /// How wide a line of text is in its font, as far as a line of it is shown.
  public func textWidth(_ text: String) -> Int {
    // transfer full
    guard let layout = gtk_widget_create_pango_layout(widget, text.asTitle) else { return 0 }
    defer { g_object_unref(Pointer(layout)) }
    var width: Int32 = 0
    pango_layout_get_pixel_size(layout, &width, nil)
    return Int(width)
  }

  /// How much larger the user's text is than the one that widths are made for; never smaller.
  public var textScale: Double { max(1, Double(textWidth("0000000000")) / 85) }

  /// In pixels, once it is laid out.
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Whether it takes extra room.
  @discardableResult
  public func expand(horizontally: Bool = false, vertically: Bool = false) -> Self {
    gtk_widget_set_hexpand(widget, horizontally ? 1 : 0)
    gtk_widget_set_vexpand(widget, vertically ? 1 : 0)
    return self
  }

  /// Where it is in more room than it needs; nil leaves it as it was.
  @discardableResult
  public func align(_ horizontal: Alignment? = nil, vertical: Alignment? = nil) -> Self {
    if let horizontal { gtk_widget_set_halign(widget, horizontal.gtk) }
    if let vertical { gtk_widget_set_valign(widget, vertical.gtk) }
    return self
  }

  /// Room around it, in pixels.
  @discardableResult
  public func margins(
    top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0
  ) -> Self {
    gtk_widget_set_margin_top(widget, Int32(top))
    gtk_widget_set_margin_bottom(widget, Int32(bottom))
    gtk_widget_set_margin_start(widget, Int32(start))
    gtk_widget_set_margin_end(widget, Int32(end))
    return self
  }

  /// The same room on all sides, in pixels.
  @discardableResult
  public func margins(all margin: Int) -> Self {
    margins(top: margin, bottom: margin, start: margin, end: margin)
  }

  /// The least size it asks for, in pixels; -1 for that of its content.
  @discardableResult
  public func request(width: Int = -1, height: Int = -1) -> Self {
    gtk_widget_set_size_request(widget, Int32(width), Int32(height))
    return self
  }

  /// The least width that it can have, and the one that it would like to have, in pixels.
  public var wantedWidth: (least: Int, natural: Int) {
    var (least, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nil, nil)
    return (Int(least), Int(natural))
  }

  /// Clips its children to its own shape.
  @discardableResult
  func clipped() -> Self {
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    return self
  }

  // MARK: Style

  /// Adds classes of the style sheet.
  @discardableResult
  public func style(_ classes: String...) -> Self {
    for name in classes { gtk_widget_add_css_class(widget, name) }
    return self
  }

  /// Adds or removes a class of the style sheet.
  public func setStyle(_ name: String, _ isOn: Bool) {
    if isOn {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }

  // MARK: Names and hints

  /// What appears when the pointer rests over it.
  @discardableResult
  public func tooltip(_ text: String) -> Self {
    // Quirk: tooltip-asks. Of a visible widget GTK asks the display where the pointer is, and waits for the
    // answer: also of one that is in no window yet. For the rows of a long list that takes 40 ms.
    let isNowhere = gtk_widget_get_root(widget) == nil && gtk_widget_get_parent(widget) == nil
    let isHiding = isNowhere && gtk_widget_get_visible(widget) != 0
    if isHiding { gtk_widget_set_visible(widget, 0) }
    vitrine_widget_set_tooltip(widget, text.laidOut)
    if isHiding { gtk_widget_set_visible(widget, 1) }
    return self
  }

  /// The name for screen readers.
  @discardableResult
  public func accessibleName(_ name: String) -> Self {
    vitrine_accessible_set_label(widget, name.laidOut)
    return self
  }

  /// What screen readers say after the name.
  public func setAccessibleDescription(_ description: String) {
    vitrine_accessible_set_description(widget, description.laidOut)
  }

  /// Tells screen readers whether what it opens and folds away is open.
  public func setExpanded(_ isExpanded: Bool) {
    vitrine_accessible_set_expanded(widget, isExpanded ? 1 : 0)
  }

  // MARK: Focus

  /// Whether the keyboard is in it.
  public var hasFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else {
      return false
    }
    return focused == widget || gtk_widget_is_ancestor(focused, widget) != 0
  }

  /// Whether the keyboard is in it, and where that can be seen.
  public var hasFocusInSight: Bool {
    guard hasFocus, let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root)
    else { return false }
    return gtk_widget_get_mapped(focused) != 0
  }

  /// Leaves it to the pointer: the keyboard never goes to it.
  @discardableResult
  public func withoutFocus() -> Self {
    gtk_widget_set_focusable(widget, 0)
    return self
  }

  /// Gives the keyboard of its window back to what had it before, if what has it is gone. Returns whether something
  /// that is there has it.
  @discardableResult
  public func giveFocusBackInWindow() -> Bool {
    guard let root = gtk_widget_get_root(widget) else { return false }
    return giveFocusBack(in: Pointer(root))
  }

  /// Moves the keyboard to it. Returns whether it could.
  @discardableResult
  public func takeFocus() -> Bool {
    movingFocus(to: widget) { gtk_widget_grab_focus(widget) != 0 }
  }

  /// Moves the keyboard to the first widget in it that takes it, as Tab does.
  public func takeFocusInside() {
    movingFocus(to: widget) { _ = gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
  }

  // MARK: Events

  /// It appears on screen.
  public func onMap(_ handler: @escaping @MainActor () -> Void) { connect("map", handler) }

  /// Whether the keyboard can come to this widget, or into it. A window gives it to the first widget that lets it when it is
  /// shown.
  public var letsFocusIn: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }

  /// Runs `work` now if it is on screen, or soon after it appears: for the keyboard focus.
  /// Quirk: unheard-window. Screen readers are never told of a window whose focus was set before it was shown.
  public func whenOnScreen(_ work: @escaping @MainActor () -> Void) {
    if isMapped { return work() }
    var isFirst = true
    onMap {
      if isFirst { MainLoop.whenIdle(work) }
      isFirst = false
    }
  }

  /// Handles the widget's events (transfer full: the widget owns the controller).
  func add(_ controller: Object) {
    g_object_ref(controller.pointer)
    gtk_widget_add_controller(widget, controller.opaque)
  }
}

/// Where a widget is in more room than it needs.
public enum Alignment: Sendable {
  /// All of the room; its beginning, its middle, its end.
  case fill, start, center, end

  var gtk: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}

/// The direction in which widgets follow each other.
public enum Orientation: Sendable {
  /// Side by side; one below the other.
  case horizontal, vertical

  var gtk: GtkOrientation {
    self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
  }
}

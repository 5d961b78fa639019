// SPDX-License-Identifier: Apache-2.0
// A picture that is zoomed and panned, and the gestures for that. The widget only paints: whoever
// follows the gestures decides where and how large.

import CGtk
import CGtkShim

/// A picture painted in a rectangle of any size; the widget shows as much of that as it has room for.
@MainActor
public final class PictureView: Widget {
  /// An empty view, which takes the keyboard focus.
  public init() { super.init(fresh: vitrine_picture_view_new()) }

  /// Shows a picture; nil for none.
  public func show(_ texture: Texture?) {
    vitrine_picture_view_set_texture(widget, texture?.opaque)
  }

  /// Paints the picture in this rectangle of the widget.
  public func paint(in frame: Rect) {
    vitrine_picture_view_set_frame(widget, frame.x, frame.y, frame.width, frame.height)
  }

  /// It was laid out, perhaps with another size.
  public func onResize(_ handler: @escaping @MainActor () -> Void) {
    connectSize("resize", handler)
    connectNotify("scale-factor", handler)
  }
}

extension Widget {
  /// How many pixels of the screen one pixel of the widget takes.
  public var scale: Int { Int(gtk_widget_get_scale_factor(widget)) }

  /// The widget has come to a screen of another sharpness.
  public func onScaleChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("scale-factor", handler)
  }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  /// The pointer's shape over the widget, by its name in CSS; nil for the usual one.
  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  /// The wheel turned, or two fingers moved: by `x` and `y` steps, with the pointer at a point. Return
  /// true if that did something.
  public func onScroll(
    _ handler: @escaping @MainActor (_ x: Double, _ y: Double, _ isControl: Bool, Point) -> Bool
  ) {
    // transfer full, both
    let motion = Object(adopting: Pointer(gtk_event_controller_motion_new()))
    let scroll = Object(
      adopting: Pointer(gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(rawValue: 3)))
    )
    // The scroll event itself has no place in the widget's coordinates.
    var pointer: Point?
    for signal in ["enter", "motion"] { motion.connectCoordinates(signal) { pointer = $0 } }
    motion.connect("leave") { pointer = nil }
    let (widget, controller) = (widget, scroll.opaque)
    scroll.connectScroll("scroll") { x, y in
      let middle = Point(
        x: Double(gtk_widget_get_width(widget)) / 2, y: Double(gtk_widget_get_height(widget)) / 2)
      let modifiers = gtk_event_controller_get_current_event_state(controller)
      return handler(
        x, y, modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0, pointer ?? middle)
    }
    add(motion)
    add(scroll)
  }

  /// Two fingers move apart or together: by how much since they `began`, around a point.
  public func onPinch(
    began: @escaping @MainActor () -> Void,
    changed: @escaping @MainActor (_ ratio: Double, Point) -> Void
  ) {
    // transfer full
    let pinch = Object(adopting: Pointer(gtk_gesture_zoom_new()))
    let gesture = pinch.opaque
    pinch.connectArgument("begin") { _ in began() }
    pinch.connectRatio("scale-changed") { ratio in
      var (x, y) = (0.0, 0.0)
      guard gtk_gesture_get_bounding_box_center(gesture, &x, &y) != 0 else { return }
      changed(ratio, Point(x: x, y: y))
    }
    add(pinch)
  }

  /// The pointer or a finger drags: by how much since it `began`.
  public func onDrag(
    began: @escaping @MainActor () -> Void, moved: @escaping @MainActor (Point) -> Void,
    ended: @escaping @MainActor () -> Void
  ) {
    // transfer full
    let drag = Object(adopting: Pointer(gtk_gesture_drag_new()))
    drag.connectCoordinates("drag-begin") { _ in began() }
    drag.connectCoordinates("drag-update", moved)
    drag.connectCoordinates("drag-end") { _ in ended() }
    add(drag)
  }
}

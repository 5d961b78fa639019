// Dragging text out of a widget and dropping it on one. What travels is a link, which other programs
// and text fields take too, or a text of a private type, which nobody understands but a drop target
// for that type in this process.

import CGtk
import CGtkShim

/// How a drag that nobody took came to its end.
public enum DragCancel: Sendable {
  /// It was released where nothing takes it: over the desktop.
  case noTarget
  case byPerson
  /// All that Wayland ever says.
  case error
}

/// What a drag that stays inside the process carries.
public struct PrivateDragType: Sendable {
  let gType: GType

  /// One name stands for one type. At least three letters, digits, `-`, `_` or `+`, a letter first.
  public init(_ name: String) { gType = vitrine_type_private_text(name) }
}

@MainActor
public final class DragSource: Object {
  /// `link`: what is dragged from a place, or nil for nothing.
  public convenience init(link: @escaping @MainActor (Point) -> String?) {
    self.init(content: { vitrine_content_new_link($0) }, of: link)
  }

  /// `text`: what is dragged from a place, or nil for nothing.
  public convenience init(
    _ type: PrivateDragType, text: @escaping @MainActor (Point) -> String?
  ) {
    self.init(content: { vitrine_content_new_private_text(type.gType, $0) }, of: text)
  }

  /// `content` is transfer full.
  private init(
    content: @escaping @MainActor (String) -> UnsafeMutablePointer<GdkContentProvider>?,
    of text: @escaping @MainActor (Point) -> String?
  ) {
    // transfer full
    super.init(adopting: Pointer(gtk_drag_source_new()))
    gtk_drag_source_set_actions(
      opaque, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue))
    connectPoint("prepare") { point in
      text(point).flatMap { content($0) }.map { Object(adopting: Pointer($0)) }
    }
  }

  /// A picture of what is dragged, under the pointer.
  public func onBegin(_ icon: @escaping @MainActor () -> Widget?) {
    // The source is alive whenever it signals; its wrapper may be gone by then.
    let source = opaque
    connectArgument("drag-begin") { _ in
      guard let widget = icon() else { return }
      // transfer full
      let paintable = Object(adopting: Pointer(gtk_widget_paintable_new(widget.widget)))
      gtk_drag_source_set_icon(source, paintable.opaque, 12, 12)
    }
  }

  public func onCancel(_ handler: @escaping @MainActor (DragCancel) -> Void) {
    connectDragCancel { reason in
      handler(
        reason == GDK_DRAG_CANCEL_NO_TARGET
          ? .noTarget : reason == GDK_DRAG_CANCEL_USER_CANCELLED ? .byPerson : .error)
      return false
    }
  }

  public func onEnd(_ handler: @escaping @MainActor () -> Void) { connectDragEnd(handler) }
}

@MainActor
public final class DropTarget: Object {
  /// Takes any text.
  public convenience init() { self.init(vitrine_type_string()) }

  /// Takes texts of one private type only.
  public convenience init(_ type: PrivateDragType) { self.init(type.gType) }

  private init(_ type: GType) {
    // transfer full
    super.init(
      adopting: Pointer(
        gtk_drop_target_new(
          type, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue)
        ).unsafelyUnwrapped))
  }

  /// Runs while something is over the widget; false says it can't be dropped there.
  public func onMotion(_ handler: @escaping @MainActor (Point) -> Bool) {
    connectMotion("motion") { handler($0) ? GDK_ACTION_COPY : GdkDragAction(0) }
  }

  public func onLeave(_ handler: @escaping @MainActor () -> Void) { connect("leave", handler) }

  /// Runs with the text that was dropped; true says it was taken.
  public func onDrop(_ handler: @escaping @MainActor (String, Point) -> Bool) {
    connectDrop { value, point in
      guard let text = vitrine_value_get_text(value) else { return false }
      return handler(String(cString: text), point)
    }
  }
}

extension Widget {
  public func add(_ source: DragSource) { add(source as Object) }
  public func add(_ target: DropTarget) { add(target as Object) }

  /// Puts text on the clipboard of the widget's display.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }
}

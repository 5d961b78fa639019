// Dragging text out of a widget and dropping text, files or pictures on one. The text is links, which other programs
// and text fields also accept, or a text of a private type, which is only accepted by drop targets
// for that type in this process.

import CGtk
import CGtkShim
import Foundation

/// A content type that stays inside the process.
public struct PrivateDragType: Sendable {
  let gType: GType

  /// The same name always gives the same type. At least three letters, digits, `-`, `_` or `+`,
  /// starting with a letter.
  public init(_ name: String) { gType = vitrine_type_private_text(name) }
}

/// Lets the user drag something out of a widget.
@MainActor
public final class DragSource: Object {
  /// `links`: the content of a drag that starts at this point, one link on each line, or nil for none.
  public convenience init(links: @escaping @MainActor (Point) -> String?) {
    self.init(content: { vitrine_content_new_links($0) }, of: links)
  }

  /// `text`: the content of a drag that starts at this point, or nil for none.
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

  /// The widget whose image is shown under the pointer, with the style `dragged`: by itself a row is only text.
  public func onBegin(_ icon: @escaping @MainActor () -> Widget?) {
    connectArgument("drag-begin") { drag in
      guard let drag, let widget = icon() else { return }
      // transfer full
      let paintable = Object(adopting: Pointer(gtk_widget_paintable_new(widget.widget)))
      let picture = Widget(fresh: gtk_picture_new_for_paintable(paintable.opaque)).style("dragged")
      let window = gtk_drag_icon_get_for_drag(OpaquePointer(drag))
      gtk_drag_icon_set_child(window.map { OpaquePointer($0) }, picture.widget)
      gdk_drag_set_hotspot(OpaquePointer(drag), 12, 12)
    }
  }

  /// It was released where nothing takes it, as over the desktop. Also after Escape on X11, where GTK
  /// grabs that key during a drag and then drops it; and never on Wayland, which does not say so.
  public func onDragOut(_ handler: @escaping @MainActor () -> Void) {
    let drag = DragOut()
    connectDragCancel { reason in
      drag.isOutside = reason == GDK_DRAG_CANCEL_NO_TARGET
      return false
    }
    connectDragEnd {
      // A window that is opened from within the drag's signals would break it.
      if drag.isOutside { MainLoop.whenIdle(handler) }
      drag.isOutside = false
    }
  }
}

/// What is known of a drag at its end.
@MainActor
private final class DragOut {
  var isOutside = false
}

/// Lets the user drop something onto a widget.
@MainActor
public final class DropTarget: Object {
  /// Accepts any text.
  public convenience init() { self.init(vitrine_type_string()) }

  /// Accepts only texts of one private type.
  public convenience init(_ type: PrivateDragType) { self.init(type.gType) }

  private init(_ type: GType) {
    // transfer full
    super.init(
      adopting: Pointer(
        gtk_drop_target_new(
          type, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue)
        ).unsafelyUnwrapped))
  }

  /// Called while something is over the widget; return false if it cannot be dropped there.
  public func onMotion(_ handler: @escaping @MainActor (Point) -> Bool) {
    connectMotion("motion") { handler($0) ? GDK_ACTION_COPY : GdkDragAction(0) }
  }

  /// What was dragged has left the widget again.
  public func onLeave(_ handler: @escaping @MainActor () -> Void) { connect("leave", handler) }

  /// Called with the dropped text; return true if it was accepted.
  public func onDrop(_ handler: @escaping @MainActor (String, Point) -> Bool) {
    connectDrop { value, point in
      guard let text = vitrine_value_get_text(value) else { return false }
      return handler(String(cString: text), point)
    }
  }
}

/// A place on which other programs may drop files, or pictures that they have no file of, as browsers do. What
/// is dragged in this program is neither.
@MainActor
public final class PictureDropTarget: Object {
  private let types: [String]
  private let limit: Int

  /// - Parameters:
  ///   - types: the formats of pictures without a file, the preferred one first.
  ///   - limit: so many bytes are read of one.
  public init(types: [String], atMost limit: Int) {
    (self.types, self.limit) = (types, limit)
    // transfer full
    super.init(
      adopting: Pointer(
        gtk_drop_target_async_new(
          nil, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue)
        ).unsafelyUnwrapped))
    connectDecision("accept") { drop in
      guard gdk_drop_get_drag(drop) == nil, let offer = Offer(ofDrop: drop) else { return false }
      return offer.hasFiles || offer.picture(among: types) != nil
    }
  }

  /// Called while something is over the widget; return false if it cannot be dropped there.
  public func onMotion(_ handler: @escaping @MainActor () -> Bool) {
    for signal in ["drag-enter", "drag-motion"] {
      connectDropMotion(signal) { handler() ? GDK_ACTION_COPY : GdkDragAction(0) }
    }
  }

  /// What was dragged has left the widget again, or was dropped.
  public func onLeave(_ handler: @escaping @MainActor () -> Void) {
    connectArgument("drag-leave") { _ in handler() }
  }

  /// Something was dropped: what it is comes once the other program has sent it.
  public func onDrop(
    _ handler: @escaping @MainActor (Result<OfferedContent, any Error>) -> Void
  ) {
    // The target is alive whenever it signals; its wrapper may be gone by then.
    let (types, limit, target) = (types, limit, opaque)
    connectAsyncDrop { drop in
      guard let offer = Offer(ofDrop: drop) else { return false }
      // Until it is finished, which tells the other program what became of it.
      let (held, target) = (Object(retaining: Pointer(drop)), Object(retaining: Pointer(target)))
      Task {
        do {
          let content = try await offer.content(pictureTypes: types, atMost: limit)
          gdk_drop_finish(held.opaque, GDK_ACTION_COPY)
          handler(.success(content))
        } catch {
          gdk_drop_finish(held.opaque, GdkDragAction(0))
          handler(.failure(error))
        }
        // GTK 4.8 leaves the widget marked as if something were over it.
        if let widget = gtk_event_controller_get_widget(target.opaque) {
          gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
        }
      }
      return true
    }
  }
}

extension Widget {
  /// Lets the user drag something out of this widget.
  public func add(_ source: DragSource) { add(source as Object) }
  /// Lets the user drop something onto this widget.
  public func add(_ target: DropTarget) { add(target as Object) }
  /// Lets other programs drop pictures onto this widget.
  public func add(_ target: PictureDropTarget) { add(target as Object) }
}

// SPDX-License-Identifier: Apache-2.0
// Dragging text out of a widget. The text is links, which other programs and text fields also accept, or a
// text of a private type, which is only accepted by drop targets for that type in this process.

import CGtk
import CGtkShim

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

  /// The widget whose image is shown under the pointer, with the style `dragged`: a row by itself is only text.
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

  /// It was released where nothing takes it, as over the desktop. Also after Escape on X11 before GTK 4.12, which
  /// grabs that key during a drag and then drops it (quirk: escape-drops); and never on Wayland, which does
  /// not say so.
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

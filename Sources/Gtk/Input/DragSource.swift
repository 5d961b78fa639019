// SPDX-License-Identifier: Apache-2.0
// Dragging out of a widget: a text, which everybody accepts, with what other programs get besides; or a text of a private
// type, which is only accepted by drop targets for that type in this process.

import CGtk
import CGtkShim

/// A content type that stays inside the process.
public struct PrivateDragType: Sendable {
  let gType: GType

  /// The same name always gives the same type. At least three letters, digits, `-`, `_` or `+`,
  /// starting with a letter.
  public init(_ name: String) { gType = vitrine_type_private_text(name) }
}

/// What is dragged, as other programs get it.
@MainActor
public protocol DraggedContent: AnyObject {
  /// For whoever takes texts, in this program, too.
  var text: String { get }
  /// The media types in which other programs can have it besides.
  var types: [String] { get }
  /// What it is in one of these types, made when somebody asks for it; nil if it can't be.
  func bytes(as type: String) async -> [UInt8]?
}

/// Lets the user drag something out of a widget.
@MainActor
public final class DragSource: Object {
  /// `content`: that of a drag that starts at this point, or nil for none.
  public convenience init(_ content: @escaping @MainActor (Point) -> (any DraggedContent)?) {
    self.init { point in content(point).flatMap { provider(of: $0) } }
  }

  /// `text`: the content of a drag that starts at this point, or nil for none.
  public convenience init(
    _ type: PrivateDragType, text: @escaping @MainActor (Point) -> String?
  ) {
    self.init { point in text(point).flatMap { vitrine_content_new_private_text(type.gType, $0) } }
  }

  /// `provider` is transfer full.
  private init(
    provider: @escaping @MainActor (Point) -> UnsafeMutablePointer<GdkContentProvider>?
  ) {
    // transfer full
    super.init(adopting: Pointer(gtk_drag_source_new()))
    gtk_drag_source_set_actions(
      opaque, GdkDragAction(GDK_ACTION_COPY.rawValue | GDK_ACTION_MOVE.rawValue))
    connectPoint("prepare") { point in
      provider(point).map { Object(adopting: Pointer($0)) }
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

/// transfer full
@MainActor
func provider(of content: any DraggedContent) -> UnsafeMutablePointer<GdkContentProvider>? {
  vitrine_content_new_on_demand(
    content.text, content.types.joined(separator: "\n"),
    { answer, type, data in
      guard let answer, let type, let data else { return }
      nonisolated(unsafe) let (reply, asked) = (answer, data)
      let name = String(cString: type)
      MainActor.assumeIsolated {
        // The content lives as long as an answer is outstanding.
        let dragged = Unmanaged<Dragged>.fromOpaque(asked).takeUnretainedValue()
        Task { dragged.answer(reply, await dragged.content.bytes(as: name)) }
      }
    }, Unmanaged.passRetained(Dragged(content)).toOpaque(),
    { data in if let data { Unmanaged<Dragged>.fromOpaque(data).release() } })
}

@MainActor
private final class Dragged {
  let content: any DraggedContent
  init(_ content: any DraggedContent) { self.content = content }

  /// Takes over the answer.
  func answer(_ answer: UnsafeMutableRawPointer, _ bytes: [UInt8]?) {
    // transfer full
    let made = bytes.flatMap { g_bytes_new($0, gsize($0.count)) }
    vitrine_content_answer(answer, made)
    if let made { g_bytes_unref(made) }
  }
}

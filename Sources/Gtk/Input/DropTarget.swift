// SPDX-License-Identifier: Apache-2.0
// Dropping text, files or pictures on a widget.

import CGtk
import CGtkShim
import Foundation

/// Lets the user drop something onto a widget.
@MainActor
public final class DropTarget: Object {
  /// Accepts any text, but no files, whose addresses come as text, too: they are for a target around this one.
  public convenience init() {
    self.init(vitrine_type_string())
    connectDecision("accept") { drop in
      guard let offer = Offer(ofDrop: drop), offer.hasText else { return false }
      // What is dragged within the program has an address, too.
      return gdk_drop_get_drag(drop) != nil || !offer.hasFiles
    }
  }

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
/// is dragged within this program is not accepted.
@MainActor
public final class PictureDropTarget: Object {
  private let types: [String]
  private let limit: Int

  /// - Parameters:
  ///   - types: the formats of pictures without a file, the preferred one first.
  ///   - limit: how many bytes are read of a picture at most.
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
      return offer.hasFiles || offer.first(among: types) != nil
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

  /// Something was dropped; called once the other program has sent it.
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
        // Quirk: drop-mark. GTK leaves the widget marked as if something were over it.
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

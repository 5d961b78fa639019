// SPDX-License-Identifier: Apache-2.0
// Messages above what they are about, which moves nothing under the pointer: a message that comes while somebody points
// there lies over the top of it and takes its room once the pointer is elsewhere; one that goes leaves its room until
// then. What is typed is never covered.

import CGtk

extension Box {
  /// A box with messages above a content.
  public static func messages(_ messages: Widget, above content: Widget) -> Box {
    // What comes last is painted over what comes first.
    let box = Box(.vertical, children: [content, messages.style("messages")])
    // transfer full: the box owns its layout
    gtk_widget_set_layout_manager(
      box.widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, width, minimum, natural, _, _ in
          guard let box else { return }
          let wanted = Stacked(box).measured(orientation, width)
          minimum?.pointee = wanted.least
          natural?.pointee = wanted.natural
        },
        { box, width, height, _ in
          if let box { Stacked(box).place(width: width, height: height) }
        }))
    // It is there whenever it signals; its wrapper may be gone by then.
    let widget = box.widget
    box.connectPosition("state-flags-changed") { _ in Stacked(widget).makeRoom() }
    var isHeard = false
    box.onMap {
      guard !isHeard, let root = gtk_widget_get_root(widget) else { return }
      isHeard = true
      // The window owns the handler, and the handler the box.
      let kept = Object(retaining: Pointer(widget))
      Object(retaining: Pointer(root)).connectNotify("focus-widget") {
        Stacked(kept.cast(to: GtkWidget.self)).makeRoom()
      }
    }
    return box
  }
}

/// What is in such a box, and the room that the messages have.
@MainActor
private struct Stacked {
  let box: UnsafeMutablePointer<GtkWidget>
  let content: UnsafeMutablePointer<GtkWidget>?
  let messages: UnsafeMutablePointer<GtkWidget>?

  init(_ box: UnsafeMutablePointer<GtkWidget>) {
    self.box = box
    content = gtk_widget_get_first_child(box)
    messages = gtk_widget_get_last_child(box)
  }

  // What is asked for depends on nothing but the width: GTK looks for a width of which that is true.
  func measured(_ orientation: GtkOrientation, _ width: Int32) -> (least: Int32, natural: Int32) {
    // Quirk: low-window. Without a width, a message has as many lines as it likes, which is more than a wide window needs.
    let room = orientation == GTK_ORIENTATION_VERTICAL && width < 0 ? widest : width
    let (content, messages) = (
      measure(content, orientation, width: width), measure(messages, orientation, width: room)
    )
    guard orientation == GTK_ORIENTATION_VERTICAL else {
      return (max(content.least, messages.least), max(content.natural, messages.natural))
    }
    return (content.least + messages.natural, content.natural + messages.natural)
  }

  func place(width: Int32, height: Int32) {
    let wanted = measure(messages, GTK_ORIENTATION_VERTICAL, width: width).natural
    if !isHeld(width, wanted) { self[Self.room] = wanted }
    (self[Self.wanted], self[Self.width]) = (wanted, width)
    let least = measure(content, GTK_ORIENTATION_VERTICAL, width: width).least
    let room = min(self[Self.room], height - least)
    put(content, y: room, width: width, height: height - room)
    put(messages, y: 0, width: width, height: wanted)
  }

  /// Nobody points there any more, or the keyboard is where it could not be seen.
  func makeRoom() {
    let wanted = self[Self.wanted]
    guard wanted != self[Self.room], !isHeld(self[Self.width], wanted) else { return }
    gtk_widget_queue_allocate(box)
  }

  /// Whether the content has to stay where it is.
  private func isHeld(_ width: Int32, _ wanted: Int32) -> Bool {
    gtk_widget_get_state_flags(box).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
      && width == self[Self.width] && !covers(wanted - self[Self.room])
  }

  /// Whether something would be typed out of sight.
  private func covers(_ height: Int32) -> Bool {
    guard height > 0, let content, let root = gtk_widget_get_root(box),
      let focused = gtk_root_get_focus(root),
      isInstance(Pointer(focused), of: gtk_editable_get_type())
        || isInstance(Pointer(focused), of: gtk_text_view_get_type())
    else { return false }
    var (x, y) = (0.0, 0.0)
    return gtk_widget_translate_coordinates(focused, content, 0, 0, &x, &y) != 0
      && y < Double(height) && y + Double(gtk_widget_get_height(focused)) > 0
      && gtk_widget_is_ancestor(focused, content) != 0
  }

  private func measure(
    _ child: UnsafeMutablePointer<GtkWidget>?, _ orientation: GtkOrientation, width: Int32
  ) -> (least: Int32, natural: Int32) {
    var (least, natural): (Int32, Int32) = (0, 0)
    guard let child, gtk_widget_should_layout(child) != 0 else { return (0, 0) }
    gtk_widget_measure(
      child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? width : -1, &least, &natural,
      nil, nil)
    return (least, natural)
  }

  private func put(
    _ child: UnsafeMutablePointer<GtkWidget>?, y: Int32, width: Int32, height: Int32
  ) {
    guard let child, gtk_widget_should_layout(child) != 0 else { return }
    var place = GtkAllocation(x: 0, y: y, width: width, height: height)
    gtk_widget_size_allocate(child, &place, -1)
  }

  // In pixels, kept with the box.
  private static let room = "vitrine-messages-room"
  private static let wanted = "vitrine-messages-wanted"
  private static let width = "vitrine-messages-width"

  private subscript(key: String) -> Int32 {
    get { Int32(clamping: Int(bitPattern: g_object_get_data(object, key))) }
    nonmutating set {
      g_object_set_data(object, key, UnsafeMutableRawPointer(bitPattern: Int(newValue)))
    }
  }

  private var object: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self)
  }
}

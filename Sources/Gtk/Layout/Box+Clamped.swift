// SPDX-License-Identifier: Apache-2.0
// A page that is no wider than a person can read, in the middle of whatever room there is. GTK has no such
// box before libadwaita.

import CGtk

extension Box {
  /// A box around one widget, which is in its middle and at most so many pixels wide.
  public static func clamped(_ child: Widget, to most: Int) -> Box {
    let box = Box(.horizontal, children: [child])
    g_object_set_data(
      box.cast(to: GObject.self), mostKey, UnsafeMutableRawPointer(bitPattern: most))
    // transfer full: the box owns its layout
    gtk_widget_set_layout_manager(
      box.widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, room, minimum, natural, minimumBaseline, naturalBaseline in
          guard let box, let child = gtk_widget_get_first_child(box) else { return }
          let isHeight = orientation == GTK_ORIENTATION_VERTICAL
          gtk_widget_measure(
            child, orientation, isHeight && room >= 0 ? Box.width(in: box, room: room) : room,
            minimum, natural, minimumBaseline, naturalBaseline)
        },
        { box, width, height, baseline in
          guard let box, let child = gtk_widget_get_first_child(box) else { return }
          let taken = Box.width(in: box, room: width)
          var place = GtkAllocation(x: (width - taken) / 2, y: 0, width: taken, height: height)
          gtk_widget_size_allocate(child, &place, baseline)
        }))
    return box
  }

  private static let mostKey = "vitrine-most"

  private static func width(in box: UnsafeMutablePointer<GtkWidget>, room: Int32) -> Int32 {
    let object = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self)
    let most = Int(bitPattern: g_object_get_data(object, mostKey))
    return min(room, Int32(clamping: most))
  }
}

// SPDX-License-Identifier: Apache-2.0
// A page in the middle with something beside it where there is room. The page stands where it would stand alone, or
// nearly so, so that nothing moves when what is beside it comes or goes.

import CGtk

extension Box {
  /// A box around a page that is at most `most` pixels wide, with a column of `width` pixels at its end if the box
  /// is at least `room` pixels wide.
  public static func page(
    _ page: Widget, upTo most: Int, beside column: Widget, width: Int, from room: Int
  ) -> Box {
    let box = Box(.horizontal, children: [page, column])
    for (key, value) in [(mostKey, most), (widthKey, width), (roomKey, room)] {
      g_object_set_data(
        box.cast(to: GObject.self), key, UnsafeMutableRawPointer(bitPattern: value))
    }
    // transfer full: the box owns its layout
    gtk_widget_set_layout_manager(
      box.widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, room, minimum, natural, _, _ in
          guard let box, let page = gtk_widget_get_first_child(box) else { return }
          let isHeight = orientation == GTK_ORIENTATION_VERTICAL
          let taken = isHeight && room >= 0 ? Box.places(in: box, room).page.width : -1
          gtk_widget_measure(page, orientation, taken, minimum, natural, nil, nil)
        },
        { box, width, height, _ in
          guard let box, let page = gtk_widget_get_first_child(box),
            let column = gtk_widget_get_next_sibling(page)
          else { return }
          let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
          func put(_ child: UnsafeMutablePointer<GtkWidget>, _ x: Int32, width taken: Int32) {
            var place = GtkAllocation(
              x: isMirrored ? width - x - taken : x, y: 0, width: taken, height: height)
            gtk_widget_size_allocate(child, &place, -1)
          }
          let places = Box.places(in: box, width)
          put(page, places.page.x, width: places.page.width)
          gtk_widget_set_child_visible(column, places.column == nil ? 0 : 1)
          guard let place = places.column, gtk_widget_should_layout(column) != 0 else { return }
          put(column, place.x, width: place.width)
        }))
    return box
  }

  private static let mostKey = "vitrine-page-most"
  private static let widthKey = "vitrine-column-width"
  private static let roomKey = "vitrine-column-room"

  private typealias Place = (x: Int32, width: Int32)

  private static func places(
    in box: UnsafeMutablePointer<GtkWidget>, _ room: Int32
  ) -> (page: Place, column: Place?) {
    let object = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self)
    func number(_ key: String) -> Int32 {
      Int32(clamping: Int(bitPattern: g_object_get_data(object, key)))
    }
    let most = min(room, number(mostKey))
    let start = (room - most) / 2
    let column = gtk_widget_get_last_child(box)
    let isThere = column.map { gtk_widget_get_visible($0) != 0 } ?? false
    guard isThere, room >= number(roomKey) else { return ((start, most), nil) }
    let page = min(most, room - start - number(widthKey))
    return ((start, page), (start + page, number(widthKey)))
  }
}

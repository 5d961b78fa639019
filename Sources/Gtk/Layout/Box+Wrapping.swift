// SPDX-License-Identifier: Apache-2.0
// Widgets in lines as wide as there is room, as words in a text. GTK has no such box before libadwaita,
// and a flow box would put them in columns.

import CGtk

extension Box {
  /// The pixels between two widgets, and between two lines.
  private static let gap: Int32 = 6

  /// A box that goes on in another line where a line is full.
  public static func wrapping() -> Box {
    let box = Box(.horizontal)
    // transfer full: the box owns its layout
    gtk_widget_set_layout_manager(
      box.widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, room, minimum, natural, _, _ in
          guard let box else { return }
          let size = Box.size(of: box, orientation, room: room)
          minimum?.pointee = size.minimum
          natural?.pointee = size.natural
        },
        { box, width, _, _ in
          guard let box else { return }
          let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
          _ = Box.place(box, width: width) { child, place in
            var place = place
            if isMirrored { place.x = width - place.x - place.width }
            gtk_widget_size_allocate(child, &place, -1)
          }
        }))
    return box
  }

  private typealias Native = UnsafeMutablePointer<GtkWidget>

  private static func size(
    of box: Native, _ orientation: GtkOrientation, room: Int32
  ) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, -gap)
    for child in children(of: box) {
      let width = extent(of: child, GTK_ORIENTATION_HORIZONTAL, room: -1)
      minimum = max(minimum, width.minimum)
      natural += width.natural + gap
    }
    natural = max(natural, 0)
    guard orientation == GTK_ORIENTATION_VERTICAL else { return (minimum, natural) }
    let height = place(box, width: room < 0 ? natural : room) { _, _ in }
    return (height, height)
  }

  /// Gives each child its place, in the middle of its line, and returns the height of all.
  private static func place(
    _ box: Native, width: Int32, _ put: (Native, GtkAllocation) -> Void
  ) -> Int32 {
    var (x, y): (Int32, Int32) = (0, 0)
    var line: [(child: Native, place: GtkAllocation)] = []
    func endLine() {
      let height = line.map(\.place.height).max() ?? 0
      for (child, place) in line {
        var place = place
        place.y = y + (height - place.height) / 2
        put(child, place)
      }
      (x, y, line) = (0, y + height, [])
    }
    for child in children(of: box) {
      let wanted = min(extent(of: child, GTK_ORIENTATION_HORIZONTAL, room: -1).natural, width)
      let height = extent(of: child, GTK_ORIENTATION_VERTICAL, room: wanted).natural
      if x > 0, x + wanted > width {
        endLine()
        y += gap
      }
      line.append((child, GtkAllocation(x: x, y: y, width: wanted, height: height)))
      x += wanted + gap
    }
    endLine()
    return y
  }

  private static func children(of box: Native) -> [Native] {
    var children: [Native] = []
    var next = gtk_widget_get_first_child(box)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 { children.append(child) }
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }

  private static func extent(
    of child: Native, _ orientation: GtkOrientation, room: Int32
  ) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, orientation, room, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }
}

// SPDX-License-Identifier: Apache-2.0
// The content of a window. The least height that it asks for is the one that it needs at unlimited width.
// Quirk: low-window. GTK measures a wrapped text at no given width as if it were one line, although a page that
// is no wider than can be read never has the room for that. A low window that works out how narrow it may become
// would then find no width at which its content is as low as it said, and GTK complains.

import CGtk

extension Box {
  /// A box around the content of a window, or around panes with wrapped text that are a page of it: GTK asks each
  /// page for itself.
  public static func windowContent(_ content: Widget) -> Box {
    let box = Box(.horizontal, children: [content])
    // transfer full: the box owns its layout
    gtk_widget_set_layout_manager(
      box.widget,
      gtk_custom_layout_new(
        { box in gtk_widget_get_request_mode(gtk_widget_get_first_child(box)) },
        { box, orientation, room, minimum, natural, _, _ in
          let isAnyWidth = orientation == GTK_ORIENTATION_VERTICAL && room < 0
          gtk_widget_measure(
            gtk_widget_get_first_child(box), orientation, isAnyWidth ? widest : room, minimum,
            natural, nil, nil)
        },
        { box, width, height, baseline in
          var place = GtkAllocation(x: 0, y: 0, width: width, height: height)
          gtk_widget_size_allocate(gtk_widget_get_first_child(box), &place, baseline)
        }))
    return box
  }
}

/// GTK looks no further than this for a width that is enough.
let widest: Int32 = 1 << 20

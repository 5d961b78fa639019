// SPDX-License-Identifier: Apache-2.0
// Several lines of text, in an area of their own that scrolls. A paragraph that takes too long to lay out is shown in
// part, and that is said below.

import Gtk
import Wording

@MainActor
final class TextArea {
  let root: Box
  let view: TextView

  /// - Parameter most: how high it grows with its text, as a part of a page that scrolls.
  init(_ view: TextView = TextView(), minimumHeight: Int, growingUpTo most: Int? = nil) {
    self.view = view
    let notice = Label(
      tr("Of a very long paragraph, only the beginning and the end are shown. All of it is kept.")
    ).wrapped(at: 36).style("caption", "dim-label")
    let scroll = ScrolledWindow(view).minimumHeight(minimumHeight).style("frame")
    if let most {
      scroll.naturalHeight(upTo: most)
      scroll.takesWheelOnlyWithFocus()
    }
    root = Box(.vertical, spacing: 4, children: [scroll, notice])
    view.tellOfHiddenText(by: notice)
  }
}

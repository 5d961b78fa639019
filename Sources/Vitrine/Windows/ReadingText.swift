// SPDX-License-Identifier: Apache-2.0
// A text to read. A label lays out all of its text again whenever it is measured, which takes seconds
// for the 400 kB that a note may have; a long text is in a view that lays out what is seen, and
// scrolls in itself.

import Gtk

@MainActor
final class ReadingText {
  let root = Box(.vertical)
  private let label: Label
  private let name: String
  private var long: TextArea?

  /// In bytes; a label takes some milliseconds for it.
  private static let longest = 4_000

  /// `name` is what screen readers call a long text.
  init(_ label: Label, name: String) {
    (self.label, self.name) = (label.showing(upTo: Self.longest), name)
    root.append(label)
    root.isVisible = false
  }

  func show(_ text: String) {
    let isLong = text.utf8.count > Self.longest
    label.text = isLong ? "" : text
    label.isVisible = !isLong
    if isLong || long != nil {
      let long = long ?? makeLong()
      long.view.show(toRead: isLong ? text : "")
      long.root.isVisible = isLong
    }
    root.isVisible = !text.isEmpty
  }

  private func makeLong() -> TextArea {
    let area = TextArea(TextView().readOnly(), minimumHeight: 300)
    area.view.accessibleName(name)
    root.append(area.root)
    long = area
    return area
  }
}

// SPDX-License-Identifier: Apache-2.0
// Shown while a list is read for the first time: how far that has come.

import Gtk
import VitrineModel
import Wording

@MainActor
final class ImportProgressView {
  let root: Widget
  let cancel = Button(tr("_Cancel", context: "button"))
  private let bar = ProgressBar(name: tr("Progress", context: "of reading or importing a list"))
  private let text = Label().centered().wrapped(at: 40).style("dim-label", "numeric")

  init() {
    let title = Label(tr("Reading the List…")).centered().wrapped(at: 30).style("title-2")
    let content = Box(
      .vertical, spacing: 12, children: [title, bar, text, cancel.style("pill").align(.center)])
    let middle = Box(.vertical, children: [content]).align(.center, vertical: .center)
      .margins(all: 24).expand(horizontally: true, vertically: true)
    content.request(width: 260)
    root = Box(.vertical, children: [middle])
    // What takes no time at all needs no word.
    root.isVisible = true
    show(nil)
  }

  func show(_ progress: WorkProgress?) {
    // Its room is there from the beginning, so that nothing moves.
    text.text = progress?.text ?? " "
    if let progress { bar.fraction = progress.fraction }
  }
}

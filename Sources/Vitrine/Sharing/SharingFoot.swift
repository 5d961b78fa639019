// SPDX-License-Identifier: Apache-2.0
// One quiet line that says how a shared catalogue and its hub get along, and leads to the reason. There is none for a
// catalogue that is not shared.

import Gtk
import VitrineModel
import Wording

@MainActor
final class SharingFoot {
  let root = Box(.vertical)
  private let sharing: CatalogueSharing
  /// Made when there is something to say.
  private var line: (button: Button, label: Label)?

  init(_ sharing: CatalogueSharing) {
    self.sharing = sharing
    sharing.changed.add(self) { [weak self] in self?.show() }
    show()
  }

  private func show() {
    root.isVisible = sharing.text != nil
    guard let text = sharing.text else { return }
    let line = line ?? makeLine()
    self.line = line
    guard line.label.text != text else { return }
    line.label.text = text
    line.button.accessibleName(text)
    line.button.tooltip(sharing.explanation ?? text)
  }

  private func makeLine() -> (button: Button, label: Label) {
    let label = Label().ellipsized().style("dim-label", "caption")
    let button = Button(child: label, label: "").style("flat")
    button.action(SharingCommand.sharingState.inMenu)
    root.append(button)
    return (button, label)
  }
}

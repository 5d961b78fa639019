// SPDX-License-Identifier: Apache-2.0
// Two quiet lines: who else is at a shared catalogue, with a menu of what they look at, and how the catalogue and its hub
// get along, which leads to the reason. There is none for a catalogue that is not shared.

import Gtk
import VitrineModel
import Wording

@MainActor
final class SharingFoot {
  let root = Box(.vertical)
  private let sharing: CatalogueSharing
  /// Made when there is something to say.
  private var line: (button: Button, label: Label)?
  private var others: (button: Button, label: Label)?
  private lazy var placesMenu = Menu(section: [])

  init(_ sharing: CatalogueSharing) {
    self.sharing = sharing
    sharing.changed.add(self) { [weak self] in self?.show() }
    sharing.othersChanged.add(self) { [weak self] in self?.showOthers() }
    show()
    showOthers()
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
    let line = makeFlatLine()
    line.button.action(SharingCommand.sharingState.inMenu)
    root.append(line.button)
    return line
  }

  private func makeFlatLine() -> (button: Button, label: Label) {
    let label = Label().ellipsized().style("dim-label", "caption")
    return (Button(child: label, label: "").style("flat"), label)
  }

  // MARK: Others

  private func showOthers() {
    others?.button.isVisible = sharing.othersText != nil
    guard let text = sharing.othersText else { return }
    let others = others ?? makeOthers()
    self.others = others
    others.label.text = text
    others.button.accessibleName(text)
  }

  private func makeOthers() -> (button: Button, label: Label) {
    let others = makeFlatLine()
    others.button.tooltip(tr("What they look at"))
    others.button.onClick { [weak self] in self?.openPlaces() }
    root.insert(others.button, after: nil)
    return others
  }

  private func openPlaces() {
    Task { [weak self] in
      guard let self else { return }
      let places = await sharing.placesOfOthers()
      guard !places.isEmpty, let frame = others?.button.frame(in: root) else { return }
      placesMenu.show(
        places.map { place in
          // Who has no product in front can't be followed.
          Menu.Item(
            place.text.unmnemonic,
            place.product.map { BrowserCommand.openProduct.inMenu($0.uuidString) } ?? "none.none")
        })
      ContextMenu.open(placesMenu, in: root, at: Point(x: frame.x + 12, y: frame.y))
    }
  }
}

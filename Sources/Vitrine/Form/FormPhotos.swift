// SPDX-License-Identifier: Apache-2.0
// The photos of the product that is being edited: small in a row above its fields, or larger below each other beside
// them. Each opens in a window of its own.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class FormPhotos {
  var root: Widget { scroll }
  private let scroll: ScrolledWindow
  private let line: Box
  private let pictures: Pictures
  private let catalogue: OpenCatalogue
  private let isRow: Bool
  private var shown: [ProductPicture] = []
  /// They stay with their buttons.
  private var frames: [PictureFrame] = []

  /// - Parameter isRow: whether they are beside each other, without the cover.
  init(_ pictures: Pictures, _ catalogue: OpenCatalogue, isRow: Bool) {
    (self.pictures, self.catalogue, self.isRow) = (pictures, catalogue, isRow)
    line = Box(isRow ? .horizontal : .vertical, spacing: 6)
    if isRow {
      scroll = ScrolledWindow(sideways: line)
    } else {
      scroll = ScrolledWindow(line.margins(top: 6, bottom: 12, start: 6, end: 12))
    }
    scroll.isVisible = false
  }

  /// The width of a column of them, and the width from which there is room for one.
  static let columnWidth = 180
  static let columnRoom = 900

  func show(_ product: Product?) {
    let all = product?.pictures.prefix(Self.most) ?? []
    let wanted = Array(isRow ? all.dropFirst() : all)
    scroll.isVisible = !wanted.isEmpty
    guard wanted != shown else { return }
    shown = wanted
    line.removeAll()
    frames = wanted.map { picture in
      let frame = PictureFrame(pictures, isRow ? .list : .cover, side: isRow ? 48 : 150)
      let name = picture.caption.text.isEmpty ? product?.title.text ?? "" : picture.caption.text
      frame.show(picture, in: catalogue, alternativeText: "")
      let button = Button(child: frame.root, label: tr("Open Photo “%@”", name))
      button.style("flat", "photo-button").tooltip(name)
      button.action((ProductCommand.openPicture.inMenu, picture.id.uuidString))
      line.append(button)
      return frame
    }
  }

  /// More are not looked at while something is typed.
  private static let most = 24
}

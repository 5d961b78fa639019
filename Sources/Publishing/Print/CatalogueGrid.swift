// SPDX-License-Identifier: Apache-2.0
// Products of a catalogue side by side: picture, title, price.

import Foundation
import Paper

struct CatalogueGrid: CataloguePiece {
  static let across = 3
  private static let gap = Double.mm(7)

  let height: Double
  private let cells: [(photo: PagePicture?, texts: [SetText])]
  private let side: Double

  init(_ products: [PublicProduct], _ photos: [PagePicture?], on flow: PageFlow) {
    let side = (flow.area.width - Self.gap * Double(Self.across - 1)) / Double(Self.across)
    self.side = side
    cells = zip(products, photos).map { product, photo in
      var texts = [flow.set(product.title, TextStyle(size: 10, isBold: true), width: side)]
      if let sku = product.sku {
        texts.append(flow.set(sku, TextStyle(size: 7.5, ink: .soft), width: side))
      }
      if let price = product.priceText {
        texts.append(flow.set(price, TextStyle(size: 10.5), width: side))
      }
      if let price = product.unitPriceText {
        texts.append(flow.set(price, TextStyle(size: 7.5, ink: .soft), width: side))
      }
      return (photo, texts)
    }
    let texts = cells.map { $0.texts.reduce(0) { $0 + $1.size.height + 1 } }
    height = side + 5 + (texts.max() ?? 0) + .mm(6)
  }

  func place(_ flow: PageFlow) throws {
    try flow.place(height) { [cells, side] canvas, top in
      for (place, cell) in cells.enumerated() {
        let x = flow.x(Double(place) * (side + Self.gap), width: side)
        canvas.tagged(.section) {
          canvas.tagged(.figure) {
            canvas.drawTile(cell.photo, CGRect(x: x, y: top, width: side, height: side))
          }
          var y = top + side + 5
          for text in cell.texts {
            canvas.tagged(.paragraph) { canvas.draw(text, at: CGPoint(x: x, y: y)) }
            y += text.size.height + 1
          }
        }
      }
    }
  }
}

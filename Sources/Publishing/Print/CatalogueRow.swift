// SPDX-License-Identifier: Apache-2.0
// A product of a catalogue over the whole width: picture, what is said of it, price. A very long description is only
// there in part: a row stays on one page.

import Foundation
import Paper

struct CatalogueRow: CataloguePiece {
  private static let side = Double.mm(34)
  private static let priceWidth = Double.mm(32)
  private static let gap = Double.mm(6)
  private static let mostLines = 24

  let height: Double
  private let photo: PagePicture?
  private let texts: [SetText]
  private let prices: [SetText]
  private let width: Double

  init(_ products: [PublicProduct], _ photos: [PagePicture?], on flow: PageFlow) {
    photo = photos.first ?? nil
    let product = products.first
    let hasPrice = product?.priceText != nil
    width = flow.area.width - Self.side - Self.gap - (hasPrice ? Self.priceWidth + Self.gap : 0)
    var texts: [SetText] = []
    if let product {
      texts.append(flow.set(product.title, TextStyle(size: 11.5, isBold: true), width: width))
      if !product.description.isEmpty {
        texts.append(
          flow.set(product.description, TextStyle(size: 9), width: width, lines: Self.mostLines))
      }
      let facts = product.facts.map { "\($0.name): \($0.text)" }.joined(separator: "  ·  ")
      if !facts.isEmpty {
        texts.append(
          flow.set(facts, TextStyle(size: 8, ink: .soft), width: width, lines: Self.mostLines))
      }
    }
    var style = TextStyle(size: 11.5, isBold: true, alignment: .trailing)
    prices = [product?.priceText, product?.unitPriceText].compactMap(\.self).map { price in
      defer { style = TextStyle(size: 8, ink: .soft, alignment: .trailing) }
      return flow.set(price, style, width: Self.priceWidth)
    }
    self.texts = texts
    let tall = texts.reduce(0) { $0 + $1.size.height + 3 }
    height = max(Self.side, tall) + .mm(7)
  }

  func place(_ flow: PageFlow) throws {
    try flow.place(height) { [self] canvas, top in
      let frame = CGRect(
        x: flow.x(0, width: Self.side), y: top, width: Self.side, height: Self.side)
      canvas.tagged(.section) {
        canvas.tagged(.figure) { canvas.drawTile(photo, frame) }
        flow.draw(texts, on: canvas, at: top, from: Self.side + Self.gap, width: width)
        let start = flow.area.width - Self.priceWidth
        flow.draw(prices, on: canvas, at: top, from: start, width: Self.priceWidth)
      }
      let bottom = top + height - .mm(3.5)
      canvas.line(
        from: CGPoint(x: flow.area.minX, y: bottom), to: CGPoint(x: flow.area.maxX, y: bottom),
        width: 0.4, ink: .rule)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A sheet for each product: its picture, what is said of it, and its notes if they are wanted. A long one goes on on
// further pages.

import Catalog
import Foundation
import Paper
import Wording

struct SheetPrinting {
  private let work: PrintWork
  /// Of the first picture, in pixels and on paper.
  private static let side = 1000
  private static let picture = Double.mm(82)
  private static let smallPicture = Double.mm(38)

  init(_ work: PrintWork) { self.work = work }

  func write() async throws {
    let flow = PageFlow(work, work.sink)
    for (number, id) in work.ids.enumerated() {
      try work.report(number, of: work.ids.count)
      try await work.sink.turn()
      if number.isMultiple(of: PrintWork.ahead) {
        let next = work.ids[number...].prefix(PrintWork.ahead)
        try await work.makeAhead(next, side: Self.side, in: flow)
      }
      guard let product = try await work.product(id) else { continue }
      let notes = work.document.hasNotes ? try await work.store.entry(id)?.notes ?? [] : []
      try await place(product, notes, in: flow)
      try flow.finish()
      work.result.products += 1
    }
    if flow.pageCount == 0 { try flow.endPage() }
  }

  private func place(_ product: PublicProduct, _ notes: [Note], in flow: PageFlow) async throws {
    let width = flow.area.width
    let mark = product.id.uuidString
    work.sink.outline(product.title, at: mark, within: .root)
    let top = CGPoint(x: 0, y: 0)
    flow.draw { $0.markPlace(mark, at: top) }
    if let category = product.category {
      let path = category.components.joined(separator: " › ")
      let text = flow.set(path, TextStyle(size: 9, ink: .soft), width: width)
      try flow.place(text, as: .paragraph, width: width)
    }
    var style = TextStyle(size: 24)
    style.font = TextStyle.serif
    try flow.place(flow.set(product.title, style, width: width), as: .heading, width: width)
    flow.skip(10)
    try await placeHead(product, flow)
    try await placeMorePictures(product, flow)
    if !product.description.isEmpty {
      let text = flow.set(product.description, TextStyle(size: 10.5), width: width)
      try flow.place(text, as: .paragraph, width: width)
    }
    for note in notes {
      flow.skip(14)
      let title = flow.set(
        note.title.text, TextStyle(size: 12, isBold: true), width: width)
      let text = flow.set(note.text.text, TextStyle(size: 10.5), width: width)
      // Its first lines stay with it.
      try flow.need(title.size.height + 30)
      try flow.place(title, as: .subheading, width: width)
      try flow.place(text, as: .paragraph, width: width)
    }
  }

  /// The picture with price and fields beside it.
  private func placeHead(_ product: PublicProduct, _ flow: PageFlow) async throws {
    let picture = try await work.pictures(
      [(product.pictures.first, product.title)], side: Self.side)
    let photo = picture.first ?? nil
    let start = photo == nil ? 0 : Self.picture + .mm(8)
    let width = flow.area.width - start
    var texts: [SetText] = []
    if let price = product.priceText {
      texts.append(flow.set(price, TextStyle(size: 18, isBold: true), width: width))
    }
    if let price = product.unitPriceText {
      texts.append(flow.set(price, TextStyle(size: 9, ink: .soft), width: width))
    }
    if !product.tags.isEmpty {
      texts.append(
        flow.set(
          product.tags.joined(separator: " · "), TextStyle(size: 9, ink: .accent), width: width))
    }
    let height = texts.reduce(0) { $0 + $1.size.height + 3 }
    let facts = FactTable(product.facts, width: width, in: flow)
    let bottom = height + 8 + facts.height
    // Next to the picture if they fit there; else all of them below it, page by page.
    if let photo {
      let size = fitting(photo.size, Self.picture)
      let fits = bottom <= flow.left && bottom <= Self.picture * 1.6
      try flow.place(fits ? max(size.height, bottom) : size.height) { canvas, top in
        let frame = CGRect(
          x: flow.x(0, width: Self.picture) + (Self.picture - size.width) / 2, y: top,
          width: size.width, height: size.height)
        canvas.tagged(.figure) { canvas.draw(photo, in: frame) }
        guard fits else { return }
        flow.draw(texts, on: canvas, at: top, from: start, width: width)
        facts.draw(canvas, top + height + 8, from: start, in: flow)
      }
      if fits { return flow.skip(14) }
      flow.skip(10)
    }
    let whole = flow.area.width
    for text in texts { try flow.place(text, as: .paragraph, width: whole) }
    flow.skip(6)
    try FactTable(product.facts, width: whole, in: flow).place(flow)
    flow.skip(14)
  }

  private func placeMorePictures(_ product: PublicProduct, _ flow: PageFlow) async throws {
    let others = Array(product.pictures.dropFirst())
    let gap = Double.mm(6)
    let count = max(1, Int((flow.area.width + gap) / (Self.smallPicture + gap)))
    for start in stride(from: 0, to: others.count, by: count) {
      let some = others[start..<min(start + count, others.count)]
      let photos = try await work.pictures(some.map { ($0, product.title) }, side: Self.side / 2)
        .compactMap(\.self)
      guard !photos.isEmpty else { continue }
      try flow.place(Self.smallPicture) { canvas, top in
        for (place, photo) in photos.enumerated() {
          let x = flow.x(Double(place) * (Self.smallPicture + gap), width: Self.smallPicture)
          let frame = CGRect(x: x, y: top, width: Self.smallPicture, height: Self.smallPicture)
          canvas.tagged(.figure) { canvas.draw(photo, in: frame) }
        }
      }
      flow.skip(10)
    }
  }

  private func fitting(_ size: CGSize, _ side: Double) -> CGSize {
    let scale = side / max(size.width, size.height)
    return CGSize(width: size.width * scale, height: size.height * scale)
  }
}

// SPDX-License-Identifier: Apache-2.0
// A catalogue that is handed to a customer: cover, contents, and the products by category. It is gone through twice with
// the same steps: first only to count pages, for the contents.

import Catalog
import Foundation
import Paper
import Wording

struct CataloguePrinting {
  /// A category with its own products; the last one has those of none.
  struct Chapter {
    let path: CategoryPath?
    let products: [UUID]
    /// In the PDF.
    let mark: String

    var depth: Int { path.map { $0.components.count - 1 } ?? 0 }
    var name: String {
      path?.components.last ?? tr("Other products", context: "heading of a catalogue")
    }
  }

  private let work: PrintWork

  init(_ work: PrintWork) { self.work = work }

  func write() async throws {
    let chapters = try await chapters()
    let counted = PageFlow(work, nil)
    let pages = try await compose(chapters, pages: [:], in: counted)
    // What was found while counting is found again.
    work.result = PrintedDocument.Result()
    work.sink.expect(counted.pageCount)
    let flow = PageFlow(work, work.sink)
    _ = try await compose(chapters, pages: pages, in: flow)
    var parents: [PDFFile.OutlineEntry] = []
    for chapter in chapters where chapters.count > 1 {
      let parent = parents.prefix(chapter.depth).last ?? .root
      let entry = work.sink.outline(chapter.name, at: chapter.mark, within: parent)
      parents = Array(parents.prefix(chapter.depth)) + [entry]
    }
  }

  /// Returns on which page each chapter begins.
  private func compose(
    _ chapters: [Chapter], pages: [String: Int], in flow: PageFlow
  ) async throws -> [String: Int] {
    try await placeCover(chapters, flow)
    if chapters.count > 1 { try placeContents(chapters, pages, in: flow) }
    var begins: [String: Int] = [:]
    let isGrid = work.document.layout == .grid
    for (place, chapter) in chapters.enumerated() {
      if chapter.depth == 0 { try flow.finish() }
      let rows = isGrid ? CatalogueGrid.across : 1
      var isHeadNext = true
      for start in stride(from: 0, to: chapter.products.count, by: rows) {
        try work.report(
          place * 20, of: chapters.count * 20, from: flow.isCounting ? 0 : 0.3,
          through: flow.isCounting ? 0.3 : 1)
        var products: [PublicProduct] = []
        for id in chapter.products[start..<min(start + rows, chapter.products.count)] {
          if let product = try await work.product(id) { products.append(product) }
        }
        if !flow.isCounting { try await work.sink.turn() }
        if start.isMultiple(of: PrintWork.ahead) {
          let next = chapter.products[start...].prefix(PrintWork.ahead)
          try await work.makeAhead(next, side: Self.side(isGrid), in: flow)
        }
        let photos = try await photos(products, flow, isGrid: isGrid)
        let piece: any CataloguePiece =
          isGrid
          ? CatalogueGrid(products, photos, on: flow) : CatalogueRow(products, photos, on: flow)
        if isHeadNext {
          // A head never stands alone at the end of a page.
          begins[chapter.mark] = try placeHead(chapter, before: piece.height, in: flow)
          isHeadNext = false
        }
        try piece.place(flow)
        work.result.products += products.count
      }
      // One that only has others below it.
      if isHeadNext { begins[chapter.mark] = try placeHead(chapter, before: .mm(60), in: flow) }
    }
    try flow.finish()
    return begins
  }

  private func photos(
    _ products: [PublicProduct], _ flow: PageFlow, isGrid: Bool
  ) async throws -> [PagePicture?] {
    guard flow.isSeen else { return products.map { _ in nil } }
    return try await work.pictures(
      products.map { ($0.pictures.first, $0.title) }, side: Self.side(isGrid))
  }

  /// Of a picture, in pixels.
  private static func side(_ isGrid: Bool) -> Int { isGrid ? 640 : 480 }

  private func chapters() async throws -> [Chapter] {
    var found: [CategoryPath: [UUID]] = [:]
    var others: [UUID] = []
    for id in work.ids {
      guard let product = try await work.product(id) else { continue }
      guard let category = product.category else {
        others.append(id)
        continue
      }
      found[category, default: []].append(id)
      var next = category.parent
      while let path = next {
        found[path, default: []] += []
        next = path.parent
      }
    }
    let paths = found.keys.sorted(by: work.document.language.precedes)
    var chapters = paths.enumerated().map { place, path in
      Chapter(path: path, products: found[path] ?? [], mark: "chapter-\(place)")
    }
    if !others.isEmpty || chapters.isEmpty {
      chapters.append(Chapter(path: nil, products: others, mark: "chapter-others"))
    }
    return chapters
  }

  // MARK: Heads

  /// Returns the page it is on.
  private func placeHead(
    _ chapter: Chapter, before height: Double, in flow: PageFlow
  ) throws -> Int {
    let width = flow.area.width
    var style = TextStyle(size: chapter.depth == 0 ? 24 : chapter.depth == 1 ? 16 : 12.5)
    style.font = TextStyle.serif
    let title = flow.set(chapter.name, style, width: width)
    flow.skip(chapter.depth == 0 ? 0 : 16)
    try flow.need(title.size.height + 14 + height)
    let page = flow.page
    let x = flow.x(0, width: width)
    try flow.place(title.size.height + 14) { canvas, top in
      canvas.markPlace(chapter.mark, at: CGPoint(x: 0, y: max(0, top - 20)))
      canvas.tagged(chapter.depth == 0 ? .heading : .subheading) {
        canvas.draw(title, at: CGPoint(x: x, y: top))
      }
      let bottom = top + title.size.height + 4
      canvas.line(
        from: CGPoint(x: flow.area.minX, y: bottom), to: CGPoint(x: flow.area.maxX, y: bottom),
        width: chapter.depth == 0 ? 1.2 : 0.5, ink: chapter.depth == 0 ? .accent : .rule)
    }
    return page
  }

  private func placeContents(
    _ chapters: [Chapter], _ pages: [String: Int], in flow: PageFlow
  ) throws {
    let width = flow.area.width
    var style = TextStyle(size: 24)
    style.font = TextStyle.serif
    let title = flow.set(tr("Contents", context: "heading of a catalogue"), style, width: width)
    try flow.place(title, as: .heading, width: width)
    flow.skip(16)
    for chapter in chapters {
      let isOuter = chapter.depth == 0
      let indent = Double(min(chapter.depth, 6)) * 16
      let style = TextStyle(size: isOuter ? 12 : 10, isBold: isOuter)
      let name = flow.set(chapter.name, style, width: width - indent - 60)
      let page = pages[chapter.mark].map { work.document.language.text(of: $0) } ?? ""
      let number = flow.set(page, style)
      if isOuter { flow.skip(8) }
      try flow.place(name.size.height + 4) { canvas, top in
        canvas.tagged(.paragraph) {
          canvas.linked(to: chapter.mark) {
            canvas.draw(name, at: CGPoint(x: flow.x(indent, width: width - indent - 60), y: top))
            let end = width - number.size.width
            canvas.draw(number, at: CGPoint(x: flow.x(end, width: number.size.width), y: top))
          }
        }
      }
    }
    try flow.endPage()
  }
}

/// What stays together on a page of a catalogue.
protocol CataloguePiece {
  var height: Double { get }
  func place(_ flow: PageFlow) throws
}

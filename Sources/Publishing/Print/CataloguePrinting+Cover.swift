// SPDX-License-Identifier: Apache-2.0
// The cover of a catalogue: the shop's logo and name, and pictures from all over it.

import Catalog
import Foundation
import Paper
import Wording

extension CataloguePrinting {
  private static let picturesAcross = 3
  private static let mostPictures = 9

  func placeCover(_ chapters: [Chapter], _ flow: PageFlow) async throws {
    defer { flow.work.result.products = 0 }
    guard flow.isSeen else { return try flow.endPage(hasFoot: false) }
    let (work, area) = (flow.work, flow.area)
    let document = work.document
    let photos = try await coverPhotos(chapters, work)
    let logo = try await document.logo.asyncMap { try await logoPicture($0, work) } ?? nil
    var style = TextStyle(size: 40)
    style.font = TextStyle.serif
    let title = flow.set(document.title, style, width: area.width)
    let month = Date.FormatStyle(locale: document.language.locale).month(.wide).year()
    let about = flow.set(
      Date().formatted(month), TextStyle(size: 13, ink: .soft), width: area.width)
    let (x, paper) = (flow.x(0, width: area.width), flow.size)
    flow.draw { canvas in
      canvas.fill(CGRect(x: 0, y: 0, width: paper.width, height: .mm(8)), .accent)
      var y = area.minY + Double.mm(14)
      if let logo {
        let height = Double.mm(24)
        let width = min(area.width, height * logo.size.width / logo.size.height)
        canvas.tagged(.figure) {
          canvas.draw(
            logo, in: CGRect(x: flow.x(0, width: width), y: y, width: width, height: height))
        }
        y += height + .mm(12)
      }
      canvas.tagged(.heading) { canvas.draw(title, at: CGPoint(x: x, y: y)) }
      y += title.size.height + 10
      canvas.tagged(.paragraph) { canvas.draw(about, at: CGPoint(x: x, y: y)) }
      y += about.size.height + .mm(14)
      Self.draw(photos, canvas, from: y, in: flow)
    }
    try flow.endPage(hasFoot: false)
  }

  /// As many rows of square tiles as there is room for, above the lower margin.
  private static func draw(
    _ photos: [PagePicture], _ canvas: Canvas, from top: Double, in flow: PageFlow
  ) {
    let gap = Double.mm(4)
    let across = min(picturesAcross, max(1, photos.count))
    let side = (flow.area.width - gap * Double(picturesAcross - 1)) / Double(picturesAcross)
    let bottom = flow.size.height - PageFlow.margin
    let rows = min(photos.count / across, Int((bottom - top + gap) / (side + gap)))
    for (place, photo) in photos.prefix(max(0, rows) * across).enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: across)
      let y = bottom - side - Double(rows - 1 - row) * (side + gap)
      let frame = CGRect(
        x: flow.x(Double(column) * (side + gap), width: side), y: y, width: side, height: side)
      canvas.tagged(.figure) { canvas.drawTile(photo, frame) }
    }
  }

  /// One of each chapter, then further ones of the first.
  private func coverPhotos(_ chapters: [Chapter], _ work: PrintWork) async throws -> [PagePicture] {
    var found: [(picture: ProductPicture?, of: String)] = []
    for depth in 0..<3 {
      for chapter in chapters where found.count < Self.mostPictures {
        guard chapter.products.indices.contains(depth),
          let product = try await work.product(chapter.products[depth]),
          let picture = product.pictures.first,
          !found.contains(where: { $0.picture?.contentHash == picture.contentHash })
        else { continue }
        found.append((picture, product.title))
      }
    }
    return try await work.pictures(found, side: 640).compactMap(\.self)
  }

  private func logoPicture(_ file: URL, _ work: PrintWork) async throws -> PagePicture? {
    if let picture = try await work.picture(file, side: 1200) { return picture }
    throw CatalogError.picture(file: file.path, problem: .unreadable)
  }
}

extension Optional {
  fileprivate func asyncMap<Value>(
    _ change: (Wrapped) async throws -> Value
  ) async rethrows -> Value? {
    guard let self else { return nil }
    return try await change(self)
  }
}

extension Canvas {
  /// A picture in the middle of a light tile.
  func drawTile(_ picture: PagePicture?, _ frame: CGRect) {
    fill(frame, .shade)
    if let picture { draw(picture, in: frame) }
  }
}

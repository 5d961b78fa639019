// SPDX-License-Identifier: Apache-2.0
// One page of labels as it will look, and how many there will be. Only what is on that page is set.

import Catalog
import Foundation
import Wording

public struct LabelPreview: Sendable {
  public let image: PageImage
  /// How many labels there are, and on how many pages.
  public let labels, pages: Int
  /// Which page it is, from 0 on.
  public let page: Int
  /// Why labels of this page can't be printed.
  public let refusals: [String]
}

extension LabelJob {
  /// - Parameters:
  ///   - page: from 0 on; the last one if there are not so many.
  ///   - scale: how many pixels a point has.
  public func preview(
    of products: [UUID], in store: CatalogStore, page: Int, scale: Double
  ) async throws -> LabelPreview {
    guard (1...sheet.count).contains(firstLabel) else {
      throw LabelRefusal.noSuchLabel(firstLabel, count: sheet.count)
    }
    let checked = try CheckedLayout(layout, fields: try await store.fields())
    var found: [(product: Product, places: Range<Int>)] = []
    var next = firstLabel - 1
    for id in products {
      try Task.checkCancellation()
      guard let product = try await store.product(id) else { continue }
      let places = next..<(next + count(of: product))
      if !places.isEmpty { found.append((product, places)) }
      next = places.upperBound
      guard next - firstLabel < Self.mostLabels else {
        throw LabelRefusal.tooMany(most: Self.mostLabels)
      }
    }
    guard let last = found.last else { throw LabelRefusal.nothingToPrint }
    let pages = (last.places.upperBound + sheet.count - 1) / sheet.count
    let shown = min(page, pages - 1)
    let places = (shown * sheet.count)..<((shown + 1) * sheet.count)
    let typesetter = Typesetter()
    var labels: [ComposedLabel] = []
    var refusals: [String] = []
    for (product, all) in found {
      try Task.checkCancellation()
      let here = all.clamped(to: places)
      guard !here.isEmpty else { continue }
      do {
        let content = try LabelContent(product, checked, in: language)
        for place in here {
          labels.append(
            try ComposedLabel(
              content, in: frame(ofLabel: place - places.lowerBound), dotsPerInch: dotsPerInch,
              by: typesetter))
        }
      } catch let error where error is CodeRefusal || error is LabelRefusal {
        refusals.append(tr("“%1$@”: %2$@", product.title.text, error.sentence))
      }
    }
    let image = try PageImage(sheet.page, scale: scale) { page in
      for index in 0..<sheet.count {
        page.outline(frame(ofLabel: index), width: 0.5, ink: .grey(0.8))
      }
      for label in labels { label.draw(on: page, by: typesetter) }
    }
    return LabelPreview(
      image: image, labels: last.places.upperBound - firstLabel + 1, pages: pages, page: shown,
      refusals: refusals)
  }

  /// Which label of a page is at a place of it, from 1 on.
  public func label(at point: CGPoint) -> Int? {
    (0..<sheet.count).first { frame(ofLabel: $0).contains(point) }.map { $0 + 1 }
  }
}

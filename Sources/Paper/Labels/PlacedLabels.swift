// SPDX-License-Identifier: Apache-2.0
// Labels on their pages, to be looked at or printed one page at a time. Only what is on that page is set.

import Catalog
import Foundation
import Wording

public struct PlacedLabels: Sendable {
  private var job: LabelJob
  private let layout: CheckedLayout
  private let logo: LabelLogo?
  private let products: [(product: Product, places: Range<Int>)]
  /// How many labels there are, and on how many pages.
  public let labels, pages: Int

  /// Throws a `LabelRefusal` or a `LayoutRefusal`.
  public init(_ job: LabelJob, of products: [UUID], in store: CatalogStore) async throws {
    try job.checkFirstLabel()
    self.job = job
    logo = try job.layout.logo.map { try LabelLogo($0) }
    layout = try CheckedLayout(job.layout, fields: try await store.fields())
    let arrivals = try await job.arrivals(of: products, in: store)
    var found: [(product: Product, places: Range<Int>)] = []
    var next = job.firstLabel - 1
    for id in products {
      try Task.checkCancellation()
      guard let product = try await store.product(id) else { continue }
      let places = next..<(next + job.count(of: product, arrivals))
      if !places.isEmpty { found.append((product, places)) }
      next = places.upperBound
      guard next - job.firstLabel < LabelJob.mostLabels else {
        throw LabelRefusal.tooMany(most: LabelJob.mostLabels)
      }
    }
    guard !found.isEmpty else { throw job.nothingToPrint }
    self.products = found
    labels = next - job.firstLabel + 1
    pages = (next + job.sheet.count - 1) / job.sheet.count
  }

  /// The same labels on the same places, as a printer needs them.
  public func forPrinter(_ printer: PrinterTraits) -> PlacedLabels {
    var labels = self
    labels.job.printer = printer
    return labels
  }

  public var printer: PrinterTraits { job.printer }

  /// In points.
  public var pageSize: CGSize { job.sheet.page }

  /// A page as it will look, with the edges of the labels.
  /// - Parameters:
  ///   - page: from 0 on; the last one if there are not so many.
  ///   - scale: how many pixels a point has.
  ///   - pixels: of the logo; nil for a grey area in its place.
  public func preview(
    _ page: Int, scale: Double, logo pixels: PicturePixels? = nil
  ) async throws -> LabelPreview {
    let shown = min(page, pages - 1)
    let picture = pixels.flatMap {
      PagePicture(pixels: $0.bytes, width: $0.width, height: $0.height)
    }
    let set = try set(shown, logo: logo.flatMap { picture ?? $0.placeholder })
    let image = try PageImage(job.sheet.page, scale: scale) { page in
      for index in 0..<job.sheet.count {
        page.outline(job.frame(ofLabel: index), width: 0.5, ink: .grey(0.8))
      }
      set.draw(on: page)
    }
    return LabelPreview(
      image: image, labels: labels, pages: pages, page: shown, refusals: set.refusals)
  }

  /// A page for the printer. Throws a `LabelRefusal` if a label of it can’t be printed.
  public func drawn(_ page: Int) async throws -> DrawnPage {
    let set = try set(page, logo: logo?.picture)
    guard set.refusals.isEmpty else {
      throw LabelRefusal.products(set.refusals, count: set.refusals.count)
    }
    return DrawnPage(pageSize) { page in
      if job.hasEdges { set.drawEdges(on: page) }
      set.draw(on: page)
    }
  }

  /// Throws a `LabelRefusal` if something can’t be printed.
  public func check() async throws {
    let (typesetter, frame, logo) = (Typesetter(), job.frame(ofLabel: 0), logo?.picture)
    let refusals = try products.compactMap { product, places in
      try Task.checkCancellation()
      return refusal(of: product) {
        let label = try ComposedLabel.sized(
          try LabelContent(product, layout, in: job.language), logo: logo, in: frame,
          dotsPerInch: job.dotsPerInch, by: typesetter)
        try job.checkIsOnPaper(label, at: places)
      }
    }
    guard refusals.isEmpty else {
      throw LabelRefusal.products(
        Array(refusals.prefix(LabelJob.shownRefusals)), count: refusals.count)
    }
  }

  private struct SetPage {
    let typesetter = Typesetter()
    var labels: [ComposedLabel] = []
    var refusals: [String] = []

    func drawEdges(on page: Canvas) {
      for label in labels { label.drawEdge(on: page) }
    }

    func draw(on page: Canvas) {
      for label in labels { label.draw(on: page, by: typesetter) }
    }
  }

  private func set(_ page: Int, logo: PagePicture?) throws -> SetPage {
    let places = (page * job.sheet.count)..<((page + 1) * job.sheet.count)
    var set = SetPage()
    for (product, all) in products {
      let here = all.clamped(to: places)
      guard !here.isEmpty else { continue }
      try Task.checkCancellation()
      let refusal = refusal(of: product) {
        let content = try LabelContent(product, layout, in: job.language)
        for place in here {
          let label = try ComposedLabel.sized(
            content, logo: logo, in: job.frame(ofLabel: place - places.lowerBound),
            dotsPerInch: job.dotsPerInch, by: set.typesetter)
          try job.checkIsOnPaper(label, at: place..<(place + 1))
          set.labels.append(label)
        }
      }
      if let refusal { set.refusals.append(refusal) }
    }
    return set
  }

  /// What is wrong with the labels of a product, as a sentence.
  private func refusal(of product: Product, _ make: () throws -> Void) -> String? {
    do {
      try make()
      return nil
    } catch {
      return tr("“%1$@”: %2$@", product.title.text, error.sentence)
    }
  }
}

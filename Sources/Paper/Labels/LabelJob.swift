// SPDX-License-Identifier: Apache-2.0
// Labels of products as a PDF, sheet by sheet: as many products as there are need no more memory than one sheet.

import Catalog
import Foundation
import Wording

public struct LabelJob: Sendable {
  public enum Copies: Equatable, Sendable {
    case each(Int)
    /// One for each piece or pack in stock; one of what is sold by weight or length.
    case stock
    /// One for each piece or pack that arrived last; one of what is sold by weight or length, if any of it did.
    case arrived
  }

  public struct Result: Encodable, Sendable {
    public var products = 0
    public var labels = 0
    public var pages = 0
    /// How many could not be printed and were left out.
    public var leftOut = 0
  }

  public var sheet: LabelSheet
  public var layout: LabelLayout
  public var language = PublicLanguage()
  /// From 1; those before it are gone from the first sheet.
  public var firstLabel = 1
  public var copies = Copies.each(1)
  public var printer = PrinterTraits()
  /// Whether the edges of the labels are drawn, to try it on plain paper.
  public var hasEdges = false
  /// Whether what cannot be printed is left out, or nothing is printed.
  public var leavesOut = false

  public static let mostLabels = 1_000_000

  public init(_ layout: LabelLayout, on sheet: LabelSheet) {
    (self.sheet, self.layout) = (sheet, layout)
  }

  var dotsPerInch: Int { printer.dotsPerInch }

  /// Throws a `LabelRefusal`, a `LayoutRefusal` or what is wrong with the file.
  /// - Parameters:
  ///   - complain: is told about products that are left out.
  ///   - progress: is told how many products are done, and what part of all.
  public func write(
    _ products: [UUID], of store: CatalogStore, to file: URL,
    complain: (String) -> Void = { _ in }, progress: (Int, Double?) throws -> Void = { _, _ in }
  ) async throws -> Result {
    try checkFirstLabel()
    let logo = try layout.logo.map { try LabelLogo($0) }?.picture
    let layout = try CheckedLayout(layout, fields: try await store.fields())
    try store.checkIsOutside(file.path)
    let pdf = try PDFFile(file, title: tr("Labels", context: "title of a document"))
    var sheets = SheetFilling(self, pdf, logo: logo)
    let arrivals = try await arrivals(of: products, in: store)
    var refusals: [String] = []
    func refuse(_ name: String, _ error: any Error) {
      sheets.result.leftOut += 1
      let sentence = tr("“%1$@”: %2$@", name, error.sentence)
      if leavesOut {
        complain(sentence)
      } else if refusals.count < Self.shownRefusals {
        refusals.append(sentence)
      }
    }
    for (index, id) in products.enumerated() {
      func report() throws { try progress(index, Double(index) / Double(products.count)) }
      try report()
      guard let product = try await store.product(id) else {
        refuse(id.uuidString, CatalogError.productMissing)
        continue
      }
      do {
        try sheets.add(product, layout, count: count(of: product, arrivals)) { try report() }
      } catch let error where error is CodeRefusal || error is LabelRefusal {
        refuse(product.title.text, error)
      }
    }
    guard leavesOut || refusals.isEmpty else {
      throw LabelRefusal.products(refusals, count: sheets.result.leftOut)
    }
    guard sheets.result.labels > 0 else { throw nothingToPrint }
    try sheets.finishPage()
    try pdf.finish()
    return sheets.result
  }

  /// Throws if the code of a label, which is at the same place in all of them, would be off the page on one of these
  /// places: what is cut off is not read.
  func checkIsOnPaper(_ label: ComposedLabel, at places: Range<Int>) throws {
    guard let area = label.code?.area else { return }
    // A dot more or less is lost in the printer's own margin.
    let page = CGRect(origin: .zero, size: sheet.page).insetBy(dx: -0.5, dy: -0.5)
    for place in places.prefix(sheet.count) {
      let frame = frame(ofLabel: place % sheet.count)
      let moved = area.offsetBy(
        dx: frame.minX - label.frame.minX, dy: frame.minY - label.frame.minY)
      guard page.contains(moved) else { throw LabelRefusal.offThePage }
    }
  }

  func checkFirstLabel() throws {
    guard (1...sheet.count).contains(firstLabel) else {
      throw LabelRefusal.noSuchLabel(firstLabel, count: sheet.count)
    }
  }

  static let shownRefusals = 20

  /// Where a label is on the page, from 0 on. It begins with a dot and ends with one.
  func frame(ofLabel index: Int) -> CGRect {
    let frame = printer.correction.corrected(sheet.frame(ofLabel: index))
    let dot = 72 / Double(dotsPerInch)
    func whole(_ length: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (length / dot).rounded(rule) * dot
    }
    return CGRect(
      x: whole(frame.minX, .toNearestOrAwayFromZero),
      y: whole(frame.minY, .toNearestOrAwayFromZero), width: whole(frame.width, .down),
      height: whole(frame.height, .down))
  }

  /// What arrived of products, if that is how many labels they get.
  func arrivals(of products: [UUID], in store: CatalogStore) async throws -> [UUID: DecimalNumber] {
    copies == .arrived ? try await store.arrivals(of: products) : [:]
  }

  func count(of product: Product, _ arrivals: [UUID: DecimalNumber]) -> Int {
    let amount: DecimalNumber?
    switch copies {
    case .each(let count): return count
    case .stock: amount = product.stock?.value
    case .arrived: amount = arrivals[product.id]
    }
    guard let amount, amount > 0 else { return 0 }
    return product.countedUnit == nil ? Int(amount.millionths / 1_000_000) : 1
  }

  var nothingToPrint: LabelRefusal { copies == .arrived ? .nothingArrived : .nothingToPrint }
}

/// The labels of a sheet until it is full.
private struct SheetFilling {
  private let job: LabelJob
  private let pdf: PDFFile
  private let logo: PagePicture?
  private var labels: [ComposedLabel] = []
  /// The next one on the sheet, from 0.
  private var next: Int
  var result = LabelJob.Result()

  init(_ job: LabelJob, _ pdf: PDFFile, logo: PagePicture?) {
    (self.job, self.pdf, self.logo) = (job, pdf, logo)
    next = job.firstLabel - 1
  }

  /// Throws a refusal before the first label, since all labels are the same, dot by dot.
  mutating func add(
    _ product: Product, _ layout: CheckedLayout, count: Int,
    whenPageIsFull report: () throws -> Void
  ) throws {
    guard count > 0 else { return }
    guard result.labels + count <= LabelJob.mostLabels else {
      throw LabelRefusal.tooMany(most: LabelJob.mostLabels)
    }
    let content = try LabelContent(product, layout, in: job.language)
    let first = try ComposedLabel.sized(
      content, logo: logo, in: job.frame(ofLabel: next), dotsPerInch: job.dotsPerInch,
      by: pdf.typesetter)
    try job.checkIsOnPaper(first, at: next..<(next + count))
    for _ in 0..<count {
      let frame = job.frame(ofLabel: next)
      labels.append(
        try ComposedLabel(
          content, logo: logo, in: frame, dotsPerInch: job.dotsPerInch, by: pdf.typesetter))
      next += 1
      guard next == job.sheet.count else { continue }
      try finishPage()
      try report()
    }
    result.products += 1
    result.labels += count
  }

  mutating func finishPage() throws {
    guard !labels.isEmpty else { return }
    try pdf.addPage(job.sheet.page) { page in
      for label in labels {
        if job.hasEdges { label.drawEdge(on: page) }
        label.draw(on: page, by: pdf.typesetter)
      }
    }
    result.pages += 1
    labels = []
    next = 0
  }
}

// SPDX-License-Identifier: Apache-2.0
// Products on paper: a list, a sheet for each, or a catalogue that is handed to a customer. All are PDFs that are
// written page by page.

import Catalog
import Foundation
import Paper
import PictureScaling
import Wording

public struct PrintedDocument: Sendable {
  public enum Kind: String, CaseIterable, Sendable { case list, sheets, catalogue }
  /// How a catalogue shows its products.
  public enum Layout: String, CaseIterable, Sendable { case grid, rows }

  /// What was done.
  public struct Result: Sendable, Equatable, Encodable {
    public internal(set) var products = 0
    public internal(set) var pages = 0
    /// Pictures that could not be shown.
    public internal(set) var problems: [UnshownPicture] = []
    /// The first texts with characters that no font here has.
    public internal(set) var lackingCharacters: [String] = []
  }

  public var kind = Kind.list
  public var layout = Layout.grid
  public var paper = CGSize.a4
  /// The name of the shop or of the list.
  public var title: String
  /// A picture on the cover.
  public var logo: URL?
  /// What is said of all prices, such as which tax they include.
  public var taxLine = ""
  /// Whether sheets have the notes of products.
  public var hasNotes = false
  public var fields: PublicFields
  public var language: PublicLanguage
  /// The program that decodes pictures; without one, only plain JPEGs are shown.
  public var decoder: URL?

  public init(title: String, fields: PublicFields, language: PublicLanguage) {
    (self.title, self.fields, self.language) = (title, fields, language)
  }

  /// The fields of a list for which none were named.
  public static let usualListFields = PublicFields(
    [ProductField.title, .sku, .category, .year, .price].map { .builtIn($0) })

  /// Writes these products, in this order, in place of any file. If all of them are gone meanwhile, that stays.
  public func write(
    _ ids: [UUID], of store: CatalogStore, to file: URL,
    progress: @escaping PublishingProgress = { _, _ in }
  ) async throws -> Result {
    try store.checkIsOutside(file.path)
    let pdf = try PDFFile(file, title: title, author: title)
    var seen: Set<UUID> = []
    let ids = ids.filter { seen.insert($0).inserted }
    let work = PrintWork(self, store, ids: ids, to: pdf, progress: progress)
    try await compose(work)
    guard work.result.products > 0 else { throw NothingToPrint() }
    try pdf.finish()
    work.result.pages = pdf.pageCount
    return work.result
  }

  func compose(_ work: PrintWork) async throws {
    switch kind {
    case .list:
      var list = ListPrinting(work)
      try await list.write()
    case .sheets: try await SheetPrinting(work).write()
    case .catalogue: try await CataloguePrinting(work).write()
    }
  }
}

struct NothingToPrint: LocalizedError {
  var errorDescription: String? { tr("There are no products to print. Nothing was changed.") }
}

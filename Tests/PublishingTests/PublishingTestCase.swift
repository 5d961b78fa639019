// SPDX-License-Identifier: Apache-2.0
// Publishes a catalogue of a few products and looks at what is in the folder.

import Catalog
import Foundation
import PictureScaling
import Wording
import XCTest

@testable import Publishing

class PublishingTestCase: XCTestCase {
  private(set) var base = URL(fileURLWithPath: "/nonexistent")
  var site: URL { base.appendingPathComponent("site") }

  override func setUpWithError() throws {
    base = FileManager.default.temporaryDirectory
      .appendingPathComponent("publishing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: base) }

  func openStore() async throws -> CatalogStore {
    try await CatalogStore.open(in: base.appendingPathComponent("catalog"))
  }

  @discardableResult
  func add(
    _ title: String, to store: CatalogStore, pictures: [URL] = [],
    _ change: (inout Product) throws -> Void = { _ in }
  ) async throws -> UUID {
    var product = Product(title: try ProductTitle(title))
    try change(&product)
    return try await store.add(CatalogEntry(product: product), pictures: pictures).product.id
  }

  @discardableResult
  func publish(
    _ store: CatalogStore, _ fields: PublicFields = .usual, titled title: String = "Shop",
    language: String = "en"
  ) async throws -> Publication.Result {
    let ids = try await store.identifiers(of: ProductQuery()).products
    let publication = Publication(
      title: title, fields: fields, language: PublicLanguage(language),
      decoder: PictureScaler.program())
    return try await publication.write(ids, of: store, to: site)
  }

  /// All published files, from the folder on.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: site.path).filter { path in
      var isDirectory: ObjCBool = false
      let file = site.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.sorted()
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: site.appendingPathComponent(path), encoding: .utf8)
  }

  /// Every page, parsed.
  func pages() throws -> [(path: String, page: ParsedPage)] {
    try files().filter { $0.hasSuffix(".html") }.map { ($0, try ParsedPage(try text($0))) }
  }

  static func sample(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("data/sample/\(name)")
  }
}

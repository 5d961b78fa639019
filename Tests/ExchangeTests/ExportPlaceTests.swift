// SPDX-License-Identifier: Apache-2.0
// Where an export may go: nothing is replaced but a file.

import Catalog
import Exchange
import Foundation
import XCTest

final class ExportPlaceTests: ForeignFileTestCase {
  /// One thread after the other uses it.
  private final class Count: @unchecked Sendable {
    var asked = 0
  }

  func testItIsAskedWhetherToStopBeforeEachPicture() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let pictures = ["artichoke", "cherries"].map {
      sample.appendingPathComponent("data/sample/\($0).png")
    }
    for picture in pictures {
      let product = Product(title: try ProductTitle(picture.lastPathComponent))
      _ = try await store.add(CatalogEntry(product: product), pictures: [picture])
    }
    for format in [ExportFormat.xlsx, .csv] {
      var export = ProductExport(ProductQuery(), as: format)
      export.hasPictures = true
      let count = Count()
      let file = folder.appendingPathComponent("list").path
      do {
        // At the beginning, before the first picture, and before the second.
        _ = try await export.write(to: .file(file), of: store) { _ in
          count.asked += 1
          if count.asked == 3 { throw CancellationError() }
        }
        XCTFail("\(format) was not stopped")
      } catch is CancellationError {}
      XCTAssertFalse(FileManager.default.fileExists(atPath: file))
    }
    await store.close()
  }

  func testOnlyAFileIsReplaced() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let export = ProductExport(ProductQuery(), as: .csv)
    func place(_ name: String) -> String { folder.appendingPathComponent(name).path }
    // Where a link leads, and the link stays.
    try Data("old".utf8).write(to: URL(fileURLWithPath: place("real.csv")))
    try FileManager.default.createSymbolicLink(
      atPath: place("link.csv"), withDestinationPath: place("real.csv"))
    _ = try await export.write(to: .file(place("link.csv")), of: store)
    XCTAssertEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: place("link.csv")),
      place("real.csv"))
    XCTAssertNotEqual(
      try Data(contentsOf: URL(fileURLWithPath: place("real.csv"))), Data("old".utf8))
    XCTAssertEqual(mkfifo(place("pipe"), 0o600), 0)
    for (name, expected) in [
      ("pipe", CatalogError.notAFile(file: place("pipe"))),
      ("catalog/catalog.sqlite", .amongOwnFiles(file: place("catalog/catalog.sqlite"))),
    ] {
      do {
        _ = try await export.write(to: .file(place(name)), of: store)
        XCTFail("\(name) was replaced")
      } catch let error as CatalogError {
        XCTAssertEqual(error, expected)
      }
    }
    await store.close()
  }
}

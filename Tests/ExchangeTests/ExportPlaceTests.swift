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
      // Not the first picture, either.
      XCTAssertFalse(FileManager.default.fileExists(atPath: file + "-pictures"))
    }
    await store.close()
  }

  func testPicturesBesideATableAreFoundAgain() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let picture = root.appendingPathComponent("data/sample/artichoke.png")
    let bytes = try Data(contentsOf: picture)
    let product = Product(title: try ProductTitle("Artichoke"))
    _ = try await store.add(CatalogEntry(product: product), pictures: [picture])
    for format in [ExportFormat.csv, .ods, .bmecat] {
      var export = ProductExport(ProductQuery(), as: format)
      export.hasPictures = true
      let path = folder.appendingPathComponent("list." + format.ending).path
      _ = try await export.write(to: .file(path), of: store)
      let name = try XCTUnwrap(
        FileManager.default.contentsOfDirectory(atPath: path.pictureFolder).first)
      let folder = (path.pictureFolder as NSString).lastPathComponent
      let read = try ForeignFile.open(path).picture(named: "\(folder)/\(name)")
      XCTAssertEqual(read.map { Data($0) }, bytes, "\(format)")
      try FileManager.default.removeItem(atPath: path.pictureFolder)
    }
    await store.close()
  }

  func testAnExportOfFamiliesCanBeStopped() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    // Families of three, so that no count of products is a round one for long.
    for number in 0..<140 {
      let product = Product(title: try ProductTitle("Shirt \(number)"))
      let head = try await store.add(CatalogEntry(product: product))
      try await store.makeVariants(
        of: head.product.id, options: [(size.id, [.text("S"), .text("M")])])
    }
    let count = Count()
    _ = try await ProductExport(ProductQuery(), as: .shopify).write(
      to: .file(folder.appendingPathComponent("list").path), of: store
    ) { _ in count.asked += 1 }
    XCTAssertEqual(count.asked, 3, "420 products, asked about every 200")
    await store.close()
  }

  func testACommaInTheNameOfTheFileKeepsItsPictures() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let pictures = ["artichoke", "cherries"].map {
      sample.appendingPathComponent("data/sample/\($0).png")
    }
    let product = Product(title: try ProductTitle("Vase"))
    _ = try await store.add(CatalogEntry(product: product), pictures: pictures)
    for format in [ExportFormat.woocommerce, .csv] {
      var export = ProductExport(ProductQuery(), as: format)
      export.hasPictures = true
      let file = folder.appendingPathComponent("roses, red; 1|2\\3.csv").path
      _ = try await export.write(to: .file(file), of: store)
      let copy = try await CatalogStore.open(in: folder.appendingPathComponent(format.name))
      let plan = try await ListImport.prepare(.open(file), ImportChoices(), with: copy)
      _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
      let rows = try await copy.products(ProductQuery())
      let copied = try await copy.product(try XCTUnwrap(rows.first).id)
      XCTAssertEqual(copied?.pictures.count, 2, "\(format)")
      await copy.close()
    }
    await store.close()
  }

  func testAPictureBesideTheListIsTheCatalogues() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("data/sample/cherries.png")
    let product = Product(title: try ProductTitle("Cherries"))
    let entry = try await store.add(CatalogEntry(product: product), pictures: [sample])
    let name = try XCTUnwrap(entry.product.pictures.first?.fileName)
    var export = ProductExport(ProductQuery(), as: .csv)
    export.hasPictures = true
    let file = folder.appendingPathComponent("list.csv").path
    _ = try await export.write(to: .file(file), of: store)
    let picture = folder.appendingPathComponent("list-pictures/\(name)")
    try Data("another".utf8).write(to: picture)
    _ = try await export.write(to: .file(file), of: store)
    XCTAssertEqual(try Data(contentsOf: picture), try Data(contentsOf: sample))
    export.format = .shopify
    let losses = try await export.losses(in: store)
    XCTAssertTrue(losses.contains(.fetchedPictures), "a shop takes no files: \(losses)")
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

extension String {
  /// Where the pictures of a list at this path are.
  fileprivate var pictureFolder: String { (self as NSString).deletingPathExtension + "-pictures" }
}

// SPDX-License-Identifier: Apache-2.0
// A picture travels with its row, in whatever way the row does; one that is missing holds nothing up, and comes with a
// later history.

import Foundation
import XCTest

@testable import Catalog

final class CopiedPictureTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  /// A copy of the catalogue with a product that has a picture.
  private func copies(_ count: Int) async throws -> ([CatalogStore], Product, String) {
    let places = (0..<count).map { directory.appendingPathComponent("\($0)") }
    let first = try await CatalogStore.open(in: places[0])
    let rose = try await first.create(makeProduct("Rose"))
    let name = try await addPicture(to: rose, in: first)
    await first.close()
    for place in places.dropFirst() { try FileManager.default.copyItem(at: places[0], to: place) }
    var stores: [CatalogStore] = []
    for place in places { stores.append(try await CatalogStore.open(in: place)) }
    return (stores, rose, name)
  }

  /// Returns the name of the picture's file.
  private func addPicture(to product: Product, in store: CatalogStore) async throws -> String {
    let source = directory.appendingPathComponent("picture")
    try (pngStart + Data("rose".utf8)).write(to: source)
    let added = try await store.addPictures(from: [source], to: product.id)
    return try XCTUnwrap(added.first).fileName
  }

  private func file(_ name: String, of store: CatalogStore) -> String {
    "\(store.database.pictureFiles.root)/\(name.prefix(2))/\(name)"
  }

  private func isThere(_ name: String, in store: CatalogStore) -> Bool {
    access(file(name, of: store), R_OK) == 0
  }

  private func assertSound(_ stores: [CatalogStore], line: UInt = #line) async throws {
    for store in stores {
      let problems = try await store.check()
      XCTAssertEqual(problems, [], line: line)
      await store.close()
    }
  }

  /// The step that put the picture in is known to both, or forgotten by both.
  func testAPictureComesBackWithItsProduct() async throws {
    for isForgotten in [true, false] {
      let (stores, rose, name) = try await copies(3)
      if isForgotten { for store in stores { _ = try await store.forgetHistory() } }
      try await stores[1].delete([rose.id])
      try await stores[1].erase([rose.id])
      _ = try await stores[1].forgetHistory()
      XCTAssertFalse(isThere(name, in: stores[1]))
      _ = try await stores[0].edit([rose.id], applying: [.set(ProductChange(stock: 1))])
      try await send(stores[0], to: stores[1], .theirs)
      XCTAssertTrue(isThere(name, in: stores[1]), "forgotten: \(isForgotten)")
      // What was decided is passed on, with its picture.
      try await stores[2].delete([rose.id])
      try await stores[2].erase([rose.id])
      _ = try await stores[2].forgetHistory()
      try await send(stores[1], to: stores[2], .theirs)
      try await send(stores[2], to: stores[0], .theirs)
      try await assertSound(stores)
      for number in 0..<3 {
        try FileManager.default.removeItem(at: directory.appendingPathComponent("\(number)"))
      }
    }
  }

  func testAMissingPictureHoldsNothingUpAndComesLater() async throws {
    for decides in [true, false] {
      let (stores, rose, _) = try await copies(2)
      func send() async throws -> (HistoryExport, HistoryArrival) {
        let place = directory.appendingPathComponent(UUID().uuidString)
        let export = try await stores[0].exportHistory(to: place)
        let arrival =
          decides
          ? try await stores[1].applyHistory(from: place.path) { _ in .mine }
          : try await stores[1].applyHistory(from: place.path)
        return (export, arrival)
      }
      let source = directory.appendingPathComponent("other")
      try (pngStart + Data("iris".utf8)).write(to: source)
      let added = try await stores[0].addPictures(from: [source], to: rose.id)
      let name = try XCTUnwrap(added.first).fileName
      let aside = directory.appendingPathComponent("aside").path
      try FileManager.default.moveItem(atPath: file(name, of: stores[0]), toPath: aside)

      var (export, arrival) = try await send()
      XCTAssertEqual(export.missingPictures, [name])
      XCTAssertEqual([arrival.applied, arrival.known], [1, 2])
      XCTAssertEqual(arrival.missingPictures, [name])
      let pictures = try await stores[1].product(rose.id)?.pictures.count
      XCTAssertEqual(pictures, 2)

      try FileManager.default.moveItem(atPath: aside, toPath: file(name, of: stores[0]))
      (export, arrival) = try await send()
      XCTAssertEqual(export.missingPictures, [])
      XCTAssertEqual(arrival, HistoryArrival(known: 3))
      XCTAssertTrue(isThere(name, in: stores[1]), "it comes with the next history")
      try await assertSound(stores)
      for number in 0..<2 {
        try FileManager.default.removeItem(at: directory.appendingPathComponent("\(number)"))
      }
    }
  }

  func testAnExportGoesOnWithoutAMissingPicture() async throws {
    let (stores, rose, name) = try await copies(2)
    unlink(file(name, of: stores[0]))
    let place = directory.appendingPathComponent("export")
    let result = try await stores[0].exportProducts(to: place)
    XCTAssertEqual(result.missingPictures, [name])
    XCTAssertEqual([result.products, result.pictures], [1, 0])
    let empty = try await CatalogStore.open(in: directory.appendingPathComponent("empty"))
    _ = try await empty.importProducts(from: place.path)
    let found = try await empty.product(rose.id)
    XCTAssertEqual(found?.title.text, "Rose")
    for store in stores + [empty] { await store.close() }
  }

  /// What is beside a history under the name of a picture is not that picture.
  func testAnotherFileIsNotThePicture() async throws {
    let (stores, rose, name) = try await copies(2)
    _ = try await stores[0].edit([rose.id], applying: [.set(ProductChange(stock: 1))])
    let place = directory.appendingPathComponent("history")
    _ = try await stores[0].exportHistory(to: place)
    unlink(file(name, of: stores[1]))
    try (pngStart + Data("another".utf8)).write(to: place.appendingPathComponent(name))
    let arrival = try await stores[1].applyHistory(from: place.path) { _ in .mine }
    XCTAssertEqual(arrival.missingPictures, [name])
    XCTAssertFalse(isThere(name, in: stores[1]))
    for store in stores { await store.close() }
  }
}

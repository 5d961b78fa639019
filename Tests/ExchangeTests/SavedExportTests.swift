// SPDX-License-Identifier: Apache-2.0
// Exports that are kept by a name.

import Catalog
import Exchange
import Foundation
import XCTest

final class SavedExportTests: ForeignFileTestCase {
  func testACatalogueFromElsewhereDoesNotSayWhichFilesAreReplaced() throws {
    let (mine, theirs) = (
      folder.appendingPathComponent("catalog"), folder.appendingPathComponent("elsewhere")
    )
    try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
    let environment = ["XDG_CONFIG_HOME": folder.appendingPathComponent("config").path]
    func saved(_ directory: URL) throws -> SavedExports {
      try SavedExports(in: directory, environment: environment)
    }
    let export = SavedExport(
      ProductExport(ProductQuery(), as: .csv), to: "/precious", named: "weekly")
    try saved(mine).save(export)
    // All of the catalogue's directory comes to somebody else.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: mine.path), [])
    try FileManager.default.moveItem(at: mine, to: theirs)
    XCTAssertEqual(try saved(theirs).all, [])
    XCTAssertEqual(try saved(mine)["weekly"], export)
  }

  func testWhatManySaveAtOnceIsAllThere() async throws {
    let environment = ["XDG_CONFIG_HOME": folder.appendingPathComponent("config").path]
    let directory = folder.appendingPathComponent("catalog")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...30 {
        group.addTask {
          let export = SavedExport(
            ProductExport(ProductQuery(), as: .csv), to: "/\(number)", named: "\(number % 20)")
          try SavedExports(in: directory, environment: environment).save(export)
        }
      }
      try await group.waitForAll()
    }
    let saved = try SavedExports(in: directory, environment: environment).all.map(\.name)
    XCTAssertEqual(saved.sorted(), (0..<20).map(String.init).sorted())
  }

  func testAFieldMayGetAnotherName() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    var export = ProductExport(ProductQuery(), as: .csv)
    export.columns = ["title", "wood"]
    let fields = try await store.fields()
    let saved = SavedExport(export, to: "/list.csv", named: "weekly", among: fields)
    XCTAssertEqual(saved.export.columns, ["title", wood.id.uuidString])
    let renamed = try CustomField(id: wood.id, name: "Timber", kind: .line)
    try await store.editField(renamed)
    let columns = try await saved.export.tableColumns(in: store)
    XCTAssertEqual(columns.map(\.name), ["title", "Timber"])
    await store.close()
  }

  func testAFieldWithoutAnyValueComesAlong() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    try await store.addField(try CustomField(name: "Wood", kind: .choice(["oak", "ash"])))
    _ = try await store.add(CatalogEntry(product: Product(title: try ProductTitle("Chair"))))
    let file = folder.appendingPathComponent("list.csv").path
    _ = try await ProductExport(ProductQuery(), as: .csv).write(to: .file(file), of: store)
    let copy = try await CatalogStore.open(in: folder.appendingPathComponent("copy"))
    let plan = try await ListImport.prepare(.open(file), ImportChoices(), with: copy)
    _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
    let fields = try await copy.fields()
    XCTAssertEqual(fields.map(\.kind), [.choice(["oak", "ash"])])
    await store.close()
    await copy.close()
  }
}

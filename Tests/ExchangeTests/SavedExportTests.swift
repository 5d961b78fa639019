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
}

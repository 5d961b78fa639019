// SPDX-License-Identifier: Apache-2.0
// What the catalogue's fuzzers begin with is accepted or refused as it should be, with any toolchain; so is what is cut
// off or damaged.

import Foundation
import XCTest

final class FuzzedCatalogueTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testWhatTheFuzzersBeginWithAndPartsOfIt() async throws {
    let catalogue = try await FuzzedCatalogue(in: directory)
    let examples = try await catalogue.examples()
    XCTAssertEqual(examples.keys.sorted(), ["backup", "catalogue", "import", "search", "step"])
    for (kind, inputs) in examples {
      XCTAssertFalse(inputs.isEmpty, kind)
      for data in inputs {
        var damaged = data
        damaged[damaged.count / 2] ^= 0xff
        for input in [data, damaged, data.prefix(data.count / 3), Data()] {
          let fault = await catalogue.fault(kind, input)
          XCTAssertNil(fault, kind)
        }
      }
    }
  }
}

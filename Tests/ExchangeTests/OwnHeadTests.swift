// SPDX-License-Identifier: Apache-2.0
// The columns of a table of ours say what its fields are.

import Catalog
import XCTest

@testable import Exchange

final class OwnHeadTests: XCTestCase {
  func testAFieldIsReadAsItWasWritten() throws {
    let kinds: [FieldKind] = [.line, .money, .number(unit: "kg"), .choice(["a|b", "[c]", "cost"])]
    for kind in kinds {
      for isCost in [false, true] {
        let field = try CustomField(name: "Cost [net]", kind: kind, isCost: isCost)
        let name = OwnHead.name(of: .field(.custom(field)), sayingKinds: true)
        let column = OwnHead.column(KnownFormats.fold(name), named: name)
        XCTAssertEqual(column?.meaning, .custom(title: field.name, kind: kind), name)
        XCTAssertEqual(column?.isCost, isCost, name)
      }
    }
  }
}

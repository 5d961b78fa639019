// SPDX-License-Identifier: Apache-2.0
// What was drawn beforehand looks on paper as what is drawn there.

import Catalog
import Foundation
import Wording
import XCTest

@testable import Paper

final class DrawnPageTests: PaperTestCase {
  func testADrawnPageLooksAsOneThatIsDrawnAtOnce() throws {
    let typesetter = Typesetter()
    let product = try LabelTests.products()[0]
    let sheet = try SheetTable.sheet(named: "Avery L7160")
    let content = try LabelContent(
      product, CheckedLayout(LabelLayout.ready[0], fields: []), in: PublicLanguage("en"))
    let label = try ComposedLabel(
      content, in: sheet.frame(ofLabel: 4), dotsPerInch: 300, by: typesetter)
    let page = DrawnPage(sheet.page) { label.draw(on: $0, by: typesetter) }
    let size = sheet.page
    let painted = try PageImage(size, scale: 2) { page.paint(on: $0.context) }
    let atOnce = try PageImage(size, scale: 2) { label.draw(on: $0, by: typesetter) }
    let blank = try PageImage(size, scale: 2) { _ in }
    XCTAssertNotEqual(painted.pixels, blank.pixels)
    let differing = zip(painted.pixels, atOnce.pixels).filter { abs(Int($0) - Int($1)) > 64 }.count
    XCTAssertLessThan(differing, painted.pixels.count / 1_000)
  }
}

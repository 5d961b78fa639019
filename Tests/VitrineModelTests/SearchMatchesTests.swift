// SPDX-License-Identifier: Apache-2.0
// What a list highlights in a title during a search.

import VitrineModel
import XCTest

final class SearchMatchesTests: XCTestCase {
  private func marked(_ search: String, _ text: String) -> [String] {
    SearchMatches.ranges(of: search, in: text).map { String(text[$0]) }
  }

  func testBeginningsOfWordsAreMarked() {
    XCTAssertEqual(marked("ro", "Red Rose, roasted"), ["Ro", "ro"])
    XCTAssertEqual(marked("red ro", "Red Rose"), ["Red", "Ro"])
    XCTAssertEqual(marked("ose", "Red Rose"), [])
    XCTAssertEqual(marked("apfel", "Äpfel, Apfelmus"), ["Äpfel", "Apfel"])
    XCTAssertEqual(marked("r ro rose", "Rose"), ["Rose"])
    XCTAssertEqual(marked("\"red rose\"", "Red Rose"), ["Red", "Rose"])
  }

  func testTheMatchIsMarkedHoweverItIsSpelt() {
    XCTAssertEqual(marked("tshirt", "A T-Shirt, white"), ["T-Shirt"])
    XCTAssertEqual(marked("t-shirt", "T-Shirt"), ["T-Shirt"])
    XCTAssertEqual(marked("t-shirt", "Tshirts"), ["Tshirt"])
    XCTAssertEqual(marked("oreilly", "O'Reilly: Learning"), ["O'Reilly"])
    XCTAssertEqual(marked("ab12", "AB-12/3"), ["AB-12"])
    XCTAssertEqual(marked("strasse", "Die Straße"), ["Straße"])
    XCTAssertEqual(marked("stras", "Straße"), ["Straß"])
    XCTAssertEqual(marked("lodz", "Łódź"), ["Łódź"])
    XCTAssertEqual(marked("バラ", "赤いバラの花"), ["バラ"])
    XCTAssertEqual(marked("장미", "빨간장미"), ["장미"])
    XCTAssertEqual(marked("&", "Salt & pepper"), ["&"])
    XCTAssertEqual(marked("🚀", "Rocket 🚀"), ["🚀"])
  }

  func testNothingIsMarkedOfNothing() {
    XCTAssertEqual(marked("", "Red Rose"), [])
    XCTAssertEqual(marked(" \" ", "Red Rose"), [])
    XCTAssertEqual(marked("a", ""), [])
  }
}

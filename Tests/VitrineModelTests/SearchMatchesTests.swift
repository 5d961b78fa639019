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

  func testNothingIsMarkedOfNothing() {
    XCTAssertEqual(marked("", "Red Rose"), [])
    XCTAssertEqual(marked(" \" ", "Red Rose"), [])
    XCTAssertEqual(marked("a", ""), [])
  }
}

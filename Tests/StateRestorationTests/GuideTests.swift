// The guide must say what the code says.

import Foundation
import XCTest

final class GuideTests: XCTestCase {
  private static let guide = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/StateRestoration/StateRestoration.docc")

  func testTheCompleteProgramIsTheOneThatIsCompiled() throws {
    let page = try String(
      contentsOf: Self.guide.appendingPathComponent("CompleteProgram.md"), encoding: .utf8)
    let program = try String(
      contentsOf: Self.guide.appendingPathComponent("Resources/Notes.swift"), encoding: .utf8)
    XCTAssertTrue(page.contains("```swift\n\(program)```\n"))
  }

  func testEveryPageIsReachedFromTheFirst() throws {
    let first = try String(
      contentsOf: Self.guide.appendingPathComponent("StateRestoration.md"), encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.guide.path)
    where name.hasSuffix(".md") && name != "StateRestoration.md" {
      XCTAssertTrue(first.contains("<doc:\(name.dropLast(3))>"), name)
    }
  }
}

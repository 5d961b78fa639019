// SPDX-License-Identifier: Apache-2.0
// The frame of a UI test: a fresh home on the shared desktop before it; after it, the programs
// ended, their logs searched for complaints of GTK, the home removed. The first failure leaves what
// a reader needs to understand it: a picture, the accessibility tree, the logs.

import CAtspi
import Foundation
import XCTest

/// A test that drives the built program as a user does.
class UITestCase: XCTestCase {
  private var currentHome: Home?
  private var hasLeftEvidence = false

  /// The user's home in this test.
  func home() throws -> Home {
    if let currentHome { return currentHome }
    let home = try Home(on: DesktopSession.shared())
    currentHome = home
    return home
  }

  override func tearDown() {
    startAnew()
    super.tearDown()
  }

  /// Ends this person's programs, looks into their logs and removes the home: the next one is empty.
  func startAnew() {
    if let home = currentHome {
      for program in home.programs {
        let complaints = program.complaints
        XCTAssert(complaints.isEmpty, "\(program.name) complains: \(complaints)")
      }
      home.endPrograms()
      home.remove()
    }
    currentHome = nil
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    leaveEvidence()
  }

  /// Where the evidence of a failure is: `test-results/<test>` beside Package.swift.
  var evidenceFolder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../test-results/\(name)", isDirectory: true)
      .standardizedFileURL
  }

  private func leaveEvidence() {
    guard let home = currentHome, !hasLeftEvidence else { return }
    hasLeftEvidence = true
    do {
      print("What the failure left: \(try Evidence.leave(of: home, in: evidenceFolder))")
    } catch {
      print("The failure left nothing: \(error)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a program that is killed leaves running: nothing.

import CDecoder
import Foundation
import XCTest

@testable import Vitrine

final class KilledProgramTests: UITestCase {
  func testADecoderThatIsAtWorkEndsWithItsProgram() throws {
    try home().placeSample()
    let drawing = try drawSlowPicture(in: home().folder)
    let added = try home().run(
      "picture", "add", identifier(of: "Mango"), drawing.path, "--sample",
      program: Home.built("vitrinectl"))
    XCTAssertEqual(added.ending, .exited(0), added.errors)
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.chooseTab("Photos")
    let decoder = try obtain("a decoder that draws") {
      try decoders(of: vitrine.pid).first {
        // Where glycin draws, that is in a process of its own.
        try commandLine(of: $0).contains("svg")
          && (vitrine_decoders_are_confined() || ProcessUse.mainThreadSeconds(of: $0) > 0.5)
      }
    }
    try vitrine.kill()
    try eventually("it has ended, too") { commandLine(of: decoder).isEmpty }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A catalogue that is shared with another machine: what is done there comes into the windows, under what is being typed,
// what is done here goes there, and nothing waits for the hub.

import Foundation
import TestSwitches
import XCTest

final class SharedCatalogueTests: UITestCase {
  private func tool(
    _ words: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    let result = try runToEnd(
      Home.built("vitrinectl"), words, environment: home().environment)
    XCTAssertEqual(result.ending, .exited(0), "\(words): \(result.errors)", file: file, line: line)
    return result.output
  }

  private func other() throws -> String { try home().folder.appendingPathComponent("other").path }

  /// Of the sample and another machine's catalogue.
  private func share() throws -> HubCluster {
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    try home().placeSample()
    _ = try tool(["hub", "create", address, "--sample"])
    _ = try tool(["hub", "join", address, "--directory", other()])
    return cluster
  }

  func testWhatIsDoneElsewhereIsShownUnderWhatIsTypedAndWhatIsDoneHereArrives() throws {
    _ = try share()
    let browser = try openSample().browser()
    _ = try browser.find(.button, "Shared · up to date")
    let id = try identifier(of: "Mango")
    let mango = try browser.openInNewWindow("Mango")
    try mango.edit()
    try mango.field("Title").retype("Mango fr")
    _ = try tool(["edit", id, "--title", "Mangos", "--price", "5.00 EUR", "--directory", other()])
    _ = try tool(["hub", "sync", "--directory", other()])
    _ = try mango.find(.label, "Changed elsewhere to “Mangos”.")
    try mango.field("Title").expectText("Mango fr")
    try mango.field("Price").expectText("5.00")
    _ = try browser.products().find(.row, "Mangos")
    try mango.find(.button, "Keep my Title").click()
    try mango.field("Title").retype("Mango fruits")
    try mango.find(.button, "Done").click()
    try eventually("it is there") {
      _ = try tool(["hub", "sync", "--directory", other()])
      return try tool(["list", "--directory", other()]).contains("Mango fruits")
    }
    _ = try browser.find(.button, "Shared · up to date")
  }

  func testWithoutTheHubItGoesOnEndsAtOnceAndCatchesUp() throws {
    let cluster = try share()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.find(.button, "Shared · up to date")
    try cluster.stop()
    defer { try? cluster.start() }
    _ = try browser.find(.button, "Shared · no connection")
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("Title").retype("Mango fruits")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, "Mango fruits")
    try browser.find(.button, "1 change not sent · no connection").click()
    let state = try vitrine.window(titled: "Shared Catalogue")
    _ = try state.find(.button, "Try Again")
    try assertAccessible(state)
    try state.find(.button, "Close").click()
    vitrine.terminate()
    try vitrine.waitUntilExit(timeout: 5)
    try cluster.start()
    let again = try home().start("--sample").browser()
    _ = try again.find(.button, "Shared · up to date")
    _ = try tool(["hub", "sync", "--directory", other()])
    XCTAssert(try tool(["list", "--directory", other()]).contains("Mango fruits"))
  }
}

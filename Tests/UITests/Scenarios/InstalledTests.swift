// SPDX-License-Identifier: Apache-2.0
// The program from where it was installed: it finds its own files there, and the bus starts it as
// the desktop's menu does. `.ci/run` installs one and says where; without that there is nothing
// installed to try.

import Foundation
import XCTest

final class InstalledTests: UITestCase {
  private func prefix() throws -> String {
    guard let prefix = ProcessInfo.processInfo.environment["VITRINE_INSTALLED"] else {
      throw XCTSkip("VITRINE_INSTALLED names no prefix that Vitrine is installed to")
    }
    return prefix
  }

  func testTheInstalledProgramFindsItsSample() throws {
    _ = try prefix()
    let vitrine = try home().start("--sample", program: Home.installed)
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Notes")
  }

  func testTheBusStartsTheInstalledProgram() throws {
    let service = try prefix() + "/share/dbus-1/services/org.vitrine.Vitrine.service"
    let desktop = try home().desktop
    let offered = desktop.folder.appendingPathComponent("services/org.vitrine.Vitrine.service")
    try FileManager.default.copyItem(atPath: service, toPath: offered.path)
    defer { try? FileManager.default.removeItem(at: offered) }
    let tell = { (words: [String]) in
      _ = try runToEnd("gapplication", words, environment: desktop.environment)
    }
    try eventually("the bus knows the service and starts it") {
      try tell(["launch", "org.vitrine.Vitrine"])
      return true
    }
    try eventually(timeout: 20, "the welcome window is open") { try Self.isOpen(on: desktop) }
    try tell(["action", "org.vitrine.Vitrine", "quit"])
    try eventually("it is gone") { try !Self.isOpen(on: desktop) }
  }

  private static func isOpen(on desktop: DesktopSession) throws -> Bool {
    let found = try runToEnd(
      "xdotool", ["search", "--onlyvisible", "--name", "^Vitrine$"],
      environment: desktop.environment)
    return !found.output.isEmpty
  }
}

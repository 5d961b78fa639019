// SPDX-License-Identifier: Apache-2.0
// While the home can't be written to, windows are saved elsewhere until log-out: `vitrinectl state` is about the newest.

import Foundation
import XCTest

final class NewestPlaceTests: XCTestCase {
  func testThePlaceOfTheNewestWindowsIsNamed() throws {
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent("places-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: base) }
    let id = "org.vitrine.Vitrine"
    func save(_ generation: Int, in place: String) throws {
      let layout = base.appendingPathComponent("\(place)/\(id)/v1")
      try FileManager.default.createDirectory(
        at: layout, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data("{\"generation\": \(generation), \"clean\": true}".utf8)
        .write(to: layout.appendingPathComponent("session.json"))
    }
    func path(_ verb: String) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vitrinectl")
      process.arguments = ["state", verb]
      process.environment = [
        "HOME": base.path, "XDG_STATE_HOME": base.path + "/state",
        "XDG_RUNTIME_DIR": base.path + "/run",
      ]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let said = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: said, as: UTF8.self).split(separator: "\n").first.map(String.init)
        ?? ""
    }
    let (usual, other) = ("\(base.path)/state/\(id)", "\(base.path)/run/\(id)")
    XCTAssertEqual(try path("path"), usual, "nothing is saved")
    try save(3, in: "state")
    XCTAssertEqual(try path("path"), usual)
    try save(5, in: "run")
    for verb in ["path", "show"] { XCTAssertEqual(try path(verb), other, verb) }
    try save(6, in: "state")
    for verb in ["path", "show"] { XCTAssertEqual(try path(verb), usual, verb) }
  }
}

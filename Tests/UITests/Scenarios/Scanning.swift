// SPDX-License-Identifier: Apache-2.0
// A barcode scanner at the screen's keyboard.

import Foundation

extension Screen {
  /// Types like a barcode scanner, again and again.
  func scan(_ code: String, end: String? = "Return", times: Int = 1) throws {
    // Nobody scans within 60 ms of a key: so soon, it would be the rest of what was typed.
    try run(["sleep", "0.1"])
    let device = try KeyDevice(at: environment["DISPLAY"] ?? "")
    defer { device.end() }
    for _ in 0..<times { device.press(Self.keys(code, end)) }
    // Only a pause ends a code without a key for it.
    if end == nil { try run(["sleep", "0.05"]) }
  }

  /// Types like a barcode scanner, twenty codes a second.
  func scan(_ codes: [String]) throws {
    try run(["sleep", "0.1"])
    let device = try KeyDevice(at: environment["DISPLAY"] ?? "")
    defer { device.end() }
    for code in codes { device.press(Self.keys(code, "Return"), after: 50) }
  }

  private static func keys(_ code: String, _ end: String?) -> [String] {
    code.map { $0 == "-" ? "minus" : String($0) } + (end.map { [$0] } ?? [])
  }
}

extension Home {
  /// As if a scanner had been set up before.
  func setUpScanner() throws {
    let folder = configuration.appendingPathComponent("org.vitrine.Vitrine.Sample")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(#"{"scanner.isRecognised": true}"#.utf8)
      .write(to: folder.appendingPathComponent("settings.json"))
  }
}

extension UITestCase {
  /// Opens the sample where a scanner has been set up.
  func openSampleWithScanner(program: String? = nil) throws -> Program {
    try home().setUpScanner()
    return try openSample(program: program)
  }
}

// A barcode scanner at the screen's keyboard.

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

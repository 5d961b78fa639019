// A barcode scanner at the screen's keyboard.

extension Screen {
  /// Types like a barcode scanner, at once: a busy computer would make it slower than one.
  func scan(_ code: String, end: String? = "Return", times: Int = 1) throws {
    let keys = code.map { $0 == "-" ? "minus" : String($0) } + (end.map { [$0] } ?? [])
    // Only a pause ends a code without a key for it.
    let once = ["key", "--delay", "0"] + keys + (end == nil ? ["sleep", "0.05"] : [])
    try run(Array(repeating: once, count: times).flatMap { $0 })
  }
}

// SPDX-License-Identifier: Apache-2.0
// A scanner that is being set up: what one code tells of it, or why it could not be told from a person. It is looked
// at once nothing more comes, since the key that ends a code may come late.

/// What came from the keyboard while a code was asked for.
public struct ScanTrial {
  /// What is known then.
  public enum Finding: Equatable, Sendable {
    /// It read this code, and ended it with this key if with any.
    case scanner(code: String, end: TypedKey?)
    /// A person may be as fast.
    case tooSlow
    /// Without a check digit, only a key that ends it tells that this is a whole code.
    case unended(String)
    /// It is too short or too long, without a digit, or words.
    case noCode(String)
  }

  /// After so many milliseconds without a key, nothing more is to come.
  public static var patience: Int { 400 }

  private var codes: [String] = []
  private var text = ""
  private var end: TypedKey?
  private var isSlow = false
  private var lastTime: UInt32?
  private var down: [UInt32: UInt32] = [:]
  /// So few characters are how a person uses the window.
  private static var fewest: Int { 3 }

  public init() {}

  /// Whether more has come than what a person uses the window with.
  public var isReading: Bool { text.count >= Self.fewest }

  /// Every key, before it is known what is to become of it.
  public mutating func take(_ stroke: KeyStroke, at time: UInt32) {
    switch stroke {
    case .pressed(.character(let character), let code):
      if let lastTime, elapsed(from: lastTime, to: time) > ScanGate<Never>.longestGap {
        isSlow = true
      }
      (lastTime, down[code]) = (time, time)
      text.append(character)
      end = nil
    case .pressed(let key, _): if key.endsCodes { end = key }
    case .released(let code):
      guard let start = down.removeValue(forKey: code) else { return }
      if elapsed(from: start, to: time) > ScanGate<Never>.longestPress { isSlow = true }
    }
  }

  /// These were recognised.
  public mutating func found(_ codes: [String]) { self.codes += codes }

  /// Nothing has come for a while. Returns what is known now, and begins anew.
  public mutating func rest() -> Finding? {
    defer { self = ScanTrial() }
    if let code = codes.last { return .scanner(code: code, end: end) }
    guard isReading else { return nil }
    if isSlow { return .tooSlow }
    return end == nil ? .unended(text) : .noCode(text)
  }
}

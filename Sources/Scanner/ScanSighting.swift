// SPDX-License-Identifier: Apache-2.0
// Whether a barcode scanner seems to type, as long as none is set up. It only learns of keys that were let go: what
// they do was done before, and nothing is kept back for it. What it misses is no loss, as one can be set up anyway.

/// Looks for a scanner in the keys that were let go.
public struct ScanSighting {
  private var burst = ScanBurst()
  private var last: UInt32 = 0

  public init() {}

  /// A key was pressed at this time in milliseconds, and let go again. Returns whether it ended a code that was typed
  /// faster than a person can.
  public mutating func takes(_ key: TypedKey, at time: UInt32, until end: UInt32) -> Bool {
    // Of Shift it does not matter when it was let go.
    guard key != .modifier else { return false }
    let isQuick =
      elapsed(from: last, to: time) <= ScanGate<Never>.longestGap
      && elapsed(from: time, to: end) <= ScanGate<Never>.longestPress
    last = time
    if !isQuick { burst = ScanBurst() }
    switch key {
    case .character(let character) where burst.add(character): return false
    case .enter, .tab:
      defer { burst = ScanBurst() }
      return burst.end()
    default:
      burst = ScanBurst()
      return false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A key that is pressed or let go, and the time between two of them.

/// What happens to a key.
public enum KeyStroke: Equatable, Sendable {
  /// `code` is the same for the release of the key.
  case pressed(TypedKey, code: UInt32)
  /// It was let go.
  case released(code: UInt32)
}

/// Milliseconds from one time of the display's clock to another. The clock starts again at 0 after 49 days, and two
/// devices may be a little out of step.
func elapsed(from earlier: UInt32, to later: UInt32) -> UInt32 {
  UInt32(max(0, Int32(bitPattern: later &- earlier)))
}

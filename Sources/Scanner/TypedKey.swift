// A key as far as codes are concerned: what it types, and whether it can end a code.

/// What a key does.
public enum TypedKey: Equatable, Sendable {
  /// It types this.
  case character(Character)
  /// One of the two with which most scanners end.
  case enter, tab
  /// Shift and its like, which belong to the next key.
  case modifier
  /// Backspace or Delete: what comes right behind it is put in its place by a program.
  case erase
  /// Any other key, such as a shortcut.
  case other

  var endsCodes: Bool { self == .enter || self == .tab }
}

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

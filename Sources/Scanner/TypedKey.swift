// SPDX-License-Identifier: Apache-2.0
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

  /// Whether it types a part of a code or ends one.
  public var isOfCodes: Bool { if case .character = self { true } else { endsCodes } }
}

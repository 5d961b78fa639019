// SPDX-License-Identifier: Apache-2.0
// A key that was pressed, and what was held with it.

import CGtk

/// A key with the modifiers that matter.
public struct KeyPress: Hashable, Sendable {
  /// The keys that move about in a view or leave it. The others are keys of commands, which have no name here:
  /// a view asks which command was meant.
  public enum Key: Sendable {
    /// The key of that name.
    case escape, enter, tab, up, down, left, right, home, end, menu
    /// Any other key.
    case other
  }
  /// Whether Control was held down.
  public let isControl: Bool
  /// Whether Alt was held down.
  public let isAlt: Bool
  /// Whether Shift was held down.
  public let isShift: Bool
  /// GDK's number of the key: the lower-case one for a letter, that of the main block for a key of the number pad.
  private let value: guint

  init(_ value: guint, _ modifiers: GdkModifierType) {
    self.value =
      Self.twins[Int32(bitPattern: value)].map { guint($0) } ?? gdk_keyval_to_lower(value)
    isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
    isShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    isAlt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
  }

  /// The press that GTK calls this, such as `<Alt>Up`; nil if that is no key.
  public init?(_ name: String) {
    var value: guint = 0
    var modifiers = GdkModifierType(rawValue: 0)
    guard gtk_accelerator_parse(name, &value, &modifiers) != 0, value != 0 else { return nil }
    self.init(value, modifiers)
  }

  /// Which key it was.
  public var key: Key {
    switch Int32(bitPattern: value) {
    case GDK_KEY_Escape: .escape
    case GDK_KEY_Return: .enter
    case GDK_KEY_Tab: .tab
    case GDK_KEY_Up: .up
    case GDK_KEY_Down: .down
    case GDK_KEY_Left: .left
    case GDK_KEY_Right: .right
    case GDK_KEY_Home: .home
    case GDK_KEY_End: .end
    case GDK_KEY_Menu: .menu
    case GDK_KEY_F10 where isShift: .menu
    default: .other
    }
  }

  /// How many pages the key leads down, -1 for one up; nil if it is not for that.
  public var pages: Int? {
    switch Int32(bitPattern: value) {
    case GDK_KEY_Page_Up: -1
    case GDK_KEY_Page_Down: 1
    default: nil
    }
  }

  /// Keys that do the same as others.
  private static let twins: [Int32: Int32] = [
    GDK_KEY_KP_Enter: GDK_KEY_Return, GDK_KEY_ISO_Enter: GDK_KEY_Return,
    GDK_KEY_KP_Tab: GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab: GDK_KEY_Tab,
    GDK_KEY_KP_Up: GDK_KEY_Up, GDK_KEY_KP_Down: GDK_KEY_Down,
    GDK_KEY_KP_Left: GDK_KEY_Left, GDK_KEY_KP_Right: GDK_KEY_Right,
    GDK_KEY_KP_Home: GDK_KEY_Home, GDK_KEY_KP_End: GDK_KEY_End,
    GDK_KEY_KP_Page_Up: GDK_KEY_Page_Up, GDK_KEY_KP_Page_Down: GDK_KEY_Page_Down,
    GDK_KEY_KP_Delete: GDK_KEY_Delete,
  ]
}

// A key that was pressed, and what was held with it.

import CGtk

/// A key with the modifiers that matter.
public struct KeyPress: Equatable, Sendable {
  /// The keys that programs ask for; all others are `other`.
  public enum Key: Sendable {
    /// The key of that name.
    case escape, enter, tab, up, down, left, right, home, end, pageUp, pageDown, menu, delete, f2,
      c, r, v, z
    /// Any other key.
    case other
  }
  /// Which key it was.
  public var key: Key
  /// Whether Control was held down.
  public var isControl: Bool
  /// Whether Alt was held down.
  public var isAlt: Bool
  /// Whether Shift was held down.
  public var isShift: Bool

  init(_ value: guint, _ modifiers: GdkModifierType) {
    key =
      switch Int32(value) {
      case GDK_KEY_Escape: .escape
      case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter: .enter
      case GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab: .tab
      case GDK_KEY_Up, GDK_KEY_KP_Up: .up
      case GDK_KEY_Down, GDK_KEY_KP_Down: .down
      case GDK_KEY_Left, GDK_KEY_KP_Left: .left
      case GDK_KEY_Right, GDK_KEY_KP_Right: .right
      case GDK_KEY_Home, GDK_KEY_KP_Home: .home
      case GDK_KEY_End, GDK_KEY_KP_End: .end
      case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: .pageUp
      case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: .pageDown
      case GDK_KEY_Menu: .menu
      case GDK_KEY_F10 where modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0: .menu
      case GDK_KEY_Delete, GDK_KEY_KP_Delete: .delete
      case GDK_KEY_F2: .f2
      case GDK_KEY_c, GDK_KEY_C: .c
      case GDK_KEY_r, GDK_KEY_R: .r
      case GDK_KEY_v, GDK_KEY_V: .v
      case GDK_KEY_z, GDK_KEY_Z: .z
      default: .other
      }
    isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
    isShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    isAlt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
  }
}

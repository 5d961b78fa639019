// One table of limits for those who write and those who read: what a reader would refuse no writer
// writes. What a program hands over is checked when it is handed over, so that it hears at once.

/// What the files may hold.
public enum StateLimits {
  /// How deeply lists and objects of one value may be nested.
  public static let valueDepth = 100
  /// The same, of a whole file: a record puts up to five levels around a value.
  static let fileDepth = valueDepth + 10
  /// The same, of an archived session, which puts two more around each record.
  static let historyDepth = fileDepth + 10

  /// The size of a window's record.
  public static let recordBytes = 256 * 1024
  /// A larger value gets a file of its own beside the record.
  static let inlineBytes = 16 * 1024
  /// The size of one value.
  public static let valueBytes = 16 * 1024 * 1024
  /// The size of all values of a window together.
  public static let windowBytes = 64 * 1024 * 1024
  /// The size of a file beside a record: one value, or many small ones, and what stands around it.
  static let partBytes = valueBytes + 64 * 1024
  /// So many values of a window have a file of their own; the others share one.
  static let mostParts = 256

  /// The size of `session.json`, with the order of all windows.
  static let sessionBytes = 64 * 1024 * 1024
  /// The size of all values that an application keeps with its session.
  public static let applicationBytes = 16 * 1024 * 1024
  /// The size of an archived session: many windows, each within its limit.
  static let historyBytes = 64 * 1024 * 1024
  /// The size of `launch.json`, which may list many windows.
  static let launchBytes = 16 * 1024 * 1024
  /// The size of all preferences.
  public static let settingsBytes = 16 * 1024 * 1024

  /// The size of an activity's type, title and target, each.
  public static let textBytes = 4096
  /// The size of a kind of window, and of an application's version.
  static let nameBytes = 256
}

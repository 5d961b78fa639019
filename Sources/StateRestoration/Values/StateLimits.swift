// SPDX-License-Identifier: Apache-2.0
// One table of limits for writers and readers: nothing is written that a reader would refuse. A
// program's values are checked when they are set, so that it learns at once.

/// The limits of the saved files.
package enum StateLimits {
  /// How deeply arrays and objects may be nested in one value.
  package static let valueDepth = 100
  /// The same for a whole file: a record adds up to five levels around a value.
  static let fileDepth = valueDepth + 10
  /// The same for an archived session, which adds two more around each record.
  static let historyDepth = fileDepth + 10

  /// The size of a window's record.
  package static let recordBytes = 256 * 1024
  /// A larger value gets a file of its own beside the record.
  static let inlineBytes = 16 * 1024
  /// A value of more parts is encoded away from the main thread.
  static let quickParts = 2000
  /// The size of one value.
  package static let valueBytes = 16 * 1024 * 1024
  /// The total size of a window's values.
  package static let windowBytes = 64 * 1024 * 1024
  /// The size of a value file: one value, or many small ones, with what surrounds them.
  static let partBytes = valueBytes + 64 * 1024
  /// How many values of a window may have a file of their own; the others share one.
  static let mostParts = 256

  /// The size of `session.json`, with the order of all windows.
  static let sessionBytes = 64 * 1024 * 1024
  /// The total size of the values that an application saves with its session.
  package static let applicationBytes = 16 * 1024 * 1024
  /// The size of an archived session: many windows, each within its limit.
  static let historyBytes = 64 * 1024 * 1024
  /// The size of `launch.json`, which may list many windows.
  static let launchBytes = 16 * 1024 * 1024
  /// The total size of the preferences.
  package static let settingsBytes = 16 * 1024 * 1024

  /// The size of an activity's type, title and target, each.
  package static let textBytes = 4096
  /// The size of an activity's keywords, and of its required keys, together.
  package static let wordsBytes = 16 * 1024
  /// The size of an application's version.
  static let nameBytes = 256
}

// SPDX-License-Identifier: Apache-2.0
// Where a person's files are, by the XDG rules: one rule for all of them, or half of what somebody has would be looked
// for elsewhere as soon as HOME is not what the system has down for them.

import Foundation

public enum PersonalFolder {
  /// The home that the environment names, or else the one that the system knows.
  public static func home(in environment: [String: String]) -> URL {
    absolute("HOME", in: environment) ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  }

  /// - Parameters:
  ///   - variable: such as `XDG_CONFIG_HOME`.
  ///   - path: in the home, where it is usually.
  public static func named(
    _ variable: String, usually path: String, in environment: [String: String]
  ) -> URL {
    absolute(variable, in: environment)
      ?? home(in: environment).appendingPathComponent(path, isDirectory: true)
  }

  /// The rules say that a relative path is to be ignored.
  static func absolute(_ variable: String, in environment: [String: String]) -> URL? {
    environment[variable].flatMap {
      $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil
    }
  }
}

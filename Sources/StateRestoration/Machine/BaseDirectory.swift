// SPDX-License-Identifier: Apache-2.0
// The XDG base directories that the library needs.

import Foundation

enum BaseDirectory {
  /// The directory in an environment variable. The XDG rules say to ignore relative paths.
  static func absolute(_ name: String, _ variables: [String: String]) -> URL? {
    variables[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
  }

  /// `$XDG_CONFIG_HOME`, by default `~/.config`; nil without a home.
  static func configuration(_ variables: [String: String]) -> URL? {
    absolute("XDG_CONFIG_HOME", variables)
      ?? absolute("HOME", variables)?.appendingPathComponent(".config")
  }

  /// Whether a name is a valid name for an application's directory, and not a path.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= 200 else {
      return false
    }
    return name.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || $0 == "." || $0 == "-" || $0 == "_"
    }
  }
}

// The XDG base directories, as far as the library needs them.

import Foundation

enum BaseDirectory {
  /// The directory an environment variable names. The XDG rule ignores relative paths.
  static func absolute(_ name: String, _ variables: [String: String]) -> URL? {
    variables[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
  }
}

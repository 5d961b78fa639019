// The XDG base directories, as far as the library needs them.

import Foundation

enum BaseDirectory {
  /// The directory an environment variable names. The XDG rule ignores relative paths.
  static func absolute(_ name: String, _ variables: [String: String]) -> URL? {
    variables[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
  }

  /// Whether a name can be that of an application's directory, and is no path.
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

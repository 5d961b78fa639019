// SPDX-License-Identifier: Apache-2.0
// Names of published files that people can read, that every disk and server takes, and that stay what they are: a link
// to a page still leads there when the product has got another title. So a name that was given once is kept.

import Foundation

/// The names of one folder.
struct FileNames {
  /// By what has the name: a product's identifier, or a category's path.
  private var given: [String: String] = [:]
  private var taken: Set<String> = []

  /// - Parameter earlier: names given when the folder was published before, by whose they are.
  init(earlier: [String: String] = [:]) {
    for (owner, name) in earlier.sorted(by: { $0.key < $1.key })
    where Self.isPlain(name) && taken.insert(name).inserted {
      given[owner] = name
    }
  }

  /// The name of a file, without its ending.
  mutating func name(of owner: String, titled title: String) -> String {
    if let name = given[owner] { return name }
    let plain = Self.plain(title)
    // Whose it is tells names apart that would be the same, in whatever order they are given.
    var name = taken.contains(plain) ? "\(plain)-\(Self.digits(of: owner))" : plain
    while !taken.insert(name).inserted { name += "-2" }
    given[owner] = name
    return name
  }

  /// Letters a to z, digits and single hyphens.
  static func plain(_ title: String) -> String {
    let latin = title.applyingTransform(.toLatin, reverse: false) ?? title
    let folded = latin.replacingOccurrences(of: "ß", with: "ss")
      .folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    var name = ""
    for byte in folded.utf8 where name.utf8.count < 60 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "'"), 0x80...: continue
      default: if !name.isEmpty, !name.hasSuffix("-") { name += "-" }
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    // Windows has devices with these names, whatever the ending.
    let devices = ["con", "prn", "aux", "nul"]
    let isDevice = devices.contains(name) || (name.count == 4 && isNumbered(name))
    return name.isEmpty ? "page" : isDevice ? name + "-1" : name
  }

  private static func isNumbered(_ name: String) -> Bool {
    (name.hasPrefix("com") || name.hasPrefix("lpt")) && name.last?.isNumber == true
  }

  /// Whether it is a name that this could have given: an earlier one comes from a file that anybody may have changed.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count < 80
      && name.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Eight digits that depend on the text alone (FNV-1a).
  static func digits(of text: String) -> String {
    let sum = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

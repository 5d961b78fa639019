// SPDX-License-Identifier: Apache-2.0
// Makes text from outside safe to print: it must not contain terminal control sequences, nor change
// the writing direction of the text around it.

extension String {
  /// The text with a replacement character for every control character and every mark that changes
  /// the writing direction; a tab becomes a space. `isolates`: what `tr` puts around values stays, and so does every
  /// isolate that is closed in its line.
  public func printable(
    lines: Bool = false, tabs: Bool = false, isolates: Bool = false
  ) -> String {
    var depth = 0
    let text = replacing { scalar in
      switch scalar {
      case "\n" where lines:
        defer { depth = 0 }
        return depth == 0 ? nil : String(repeating: "\u{2069}", count: depth) + "\n"
      case "\t": return tabs ? nil : " "
      case "\u{2066}"..."\u{2068}" where isolates:
        depth += 1
        return nil
      case Self.popIsolate where depth > 0:
        depth -= 1
        return nil
      default: return scalar.steers ? "\u{FFFD}" : nil
      }
    }
    return depth == 0 ? text : text + String(repeating: "\u{2069}", count: depth)
  }

  /// JSON with the same characters escaped. Outside its strings, the only ones it has are line
  /// ends.
  public var printableJSON: String {
    replacing { scalar in
      guard scalar.steers, scalar != "\n" else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    // Nearly every text is plain.
    guard utf8.contains(where: { $0 < 0x20 || $0 > 0x7e }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var steers: Bool {
    properties.generalCategory == .control || properties.isBidiControl
  }
}

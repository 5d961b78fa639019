// SPDX-License-Identifier: Apache-2.0
// Makes text from outside safe to print: it must not contain terminal control sequences, nor change
// the writing direction of the text around it.

extension String {
  /// The text with a replacement character for every control character and every mark that changes
  /// the writing direction; a tab becomes a space. `isolates`: those stay that `tr` puts around values.
  public func printable(
    lines: Bool = false, tabs: Bool = false, isolates: Bool = false
  ) -> String {
    replacing { scalar in
      switch scalar {
      case Self.firstStrongIsolate, Self.popIsolate: isolates ? nil : "\u{FFFD}"
      case "\n": lines ? nil : "\u{FFFD}"
      case "\t": tabs ? nil : " "
      case _ where scalar.steers: "\u{FFFD}"
      default: nil
      }
    }
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

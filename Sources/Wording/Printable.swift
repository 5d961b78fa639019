// Makes text from outside safe to print: it must not contain terminal control sequences, nor change
// the writing direction of the text around it.

extension String {
  /// The text with a replacement character for every control character and every mark that changes
  /// the writing direction.
  public func printable(lines: Bool = false, tabs: Bool = false) -> String {
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
      if scalar == "\n" { return !lines }
      if scalar == "\t" { return !tabs }
      return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
    guard unicodeScalars.contains(where: isUnsafe) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
  }
}

// SPDX-License-Identifier: Apache-2.0
// A text with the name of what it is for, such as “year=2015”.

struct NamedText: Sendable, Equatable {
  let name: String
  let text: String

  /// Splits at the first “=”; nil if there is none, or no name before it.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    (name, self.text) = (String(parts[0]), String(parts[1]))
  }
}

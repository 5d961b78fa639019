// SPDX-License-Identifier: Apache-2.0
// The words that follow a verb, as help shows them: “ID”, “[DATE]” if one may be left out, “FILE…” if
// it may be repeated. How many there may be follows from that.

struct ArgumentList: Sendable {
  let text: String
  let least: Int
  /// Nil for any number.
  let most: Int?

  /// The words that the first may be, if it is one of some.
  var choices: [String] {
    let words = text.split(separator: " ").first?.split(separator: "|").map(String.init) ?? []
    return words.count > 1 ? words : []
  }

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: " ")
    least = parts.count(where: { !$0.hasPrefix("[") })
    most = text.contains("…") ? nil : parts.count
  }
}

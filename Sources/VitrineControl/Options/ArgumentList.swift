// SPDX-License-Identifier: Apache-2.0
// The words that follow a verb, as help shows them: “ID”, “[DATE]” if one may be left out, “FILE…” if
// it may be repeated. How many there may be follows from that.

struct ArgumentList: Sendable {
  let text: String
  let least: Int
  /// Nil for any number.
  let most: Int?

  /// Whether the word at a place is the path of a file or a directory.
  func isPath(_ place: Int) -> Bool {
    let parts = text.split(separator: " ")
    guard let part = place < parts.count ? parts[place] : parts.last else { return false }
    return ["DIR", "FILE", "PLACE"].contains(part.filter { $0.isLetter })
  }

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

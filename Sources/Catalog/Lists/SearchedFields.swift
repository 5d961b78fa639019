// SPDX-License-Identifier: Apache-2.0
// Conditions among the words of a search: "tags:gift", "stock:3..10", "year:>1990", "Colour:blue". A field has the name
// that scripts know it by, custom ones their own, without spaces if it has some. What is no condition stays a word.

import Foundation

struct SearchedFields {
  let connection: Connection

  /// The query with its conditions where they belong.
  func reading(_ query: ProductQuery) throws -> ProductQuery {
    guard query.searchText.contains(":") else { return query }
    var read = query
    var (words, texts): ([String], [String]) = ([], [])
    // Once: what is pasted may have a thousand colons.
    let fields = try FieldTable(connection: connection).fields().map(\.field)
    for word in Self.words(of: query.searchText) {
      if let filter = filter(word, among: fields) {
        read.filters.append(filter)
        if case .contains(_, let text) = filter { texts.append(text) }
      } else {
        words.append(word)
      }
    }
    guard read.filters.count > query.filters.count else { return query }
    // What is left out must be left out of something.
    if words.allSatisfy({ $0.hasPrefix("-") }), !words.isEmpty {
      words = texts + words
    }
    read.searchText = words.joined(separator: " ")
    return read
  }

  /// What stands between spaces, unless they are quoted.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private func filter(_ word: String, among fields: [CustomField]) -> ProductFilter? {
    guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return nil }
    let name = String(word[..<colon]).folded
    let value = word[word.index(after: colon)...].trimmingCharacters(
      in: CharacterSet(charactersIn: "\""))
    guard !value.isEmpty, !value.hasPrefix("//") else { return nil }
    for id in ProductFilter.textFields + ProductFilter.numberFields {
      guard name == id.text.folded || name + "s" == id.text.folded else { continue }
      if ProductFilter.textFields.contains(id) { return .contains(id, value) }
      return Bounds(value).map { .number(id, from: $0.from, through: $0.through) }
    }
    guard let field = fields.first(where: { $0.name.folded.replacing(" ", with: "") == name })
    else { return nil }
    switch field.kind {
    case .number:
      return Bounds(value).map {
        .custom(
          field.id,
          .range(from: $0.from.map(FieldValue.number), through: $0.through.map(FieldValue.number)))
      }
    case .wholeNumber, .year:
      return Bounds(value).map {
        .custom(
          field.id,
          .range(
            from: ($0.from?.whole(isAbove: true)).map { .integer(Int($0)) },
            through: ($0.through?.whole(isAbove: false)).map { .integer(Int($0)) }))
      }
    case .line, .text, .choice, .code, .link: return .custom(field.id, .contains(value))
    case .money, .date, .yesNo, .tags, .category: return nil
    }
  }

  /// "5", ">5", "<5", "2..5", "2.." and "..5". The bounds of an inequality are millionths away.
  private struct Bounds {
    var from: DecimalNumber?
    var through: DecimalNumber?

    init?(_ text: String) {
      func number(_ text: some StringProtocol) -> DecimalNumber? {
        DecimalNumber(String(text).replacing(",", with: "."))
      }
      if let dots = text.firstRange(of: "..") {
        let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
        (from, through) = (number(low), number(high))
        guard low.isEmpty == (from == nil), high.isEmpty == (through == nil),
          from != nil || through != nil
        else { return nil }
      } else if text.hasPrefix(">"), let bound = number(text.dropFirst()) {
        from = bound.next(1)
      } else if text.hasPrefix("<"), let bound = number(text.dropFirst()) {
        through = bound.next(-1)
      } else if let exact = number(text) {
        (from, through) = (exact, exact)
      } else {
        return nil
      }
    }
  }
}

extension DecimalNumber {
  fileprivate func next(_ millionths: Int64) -> DecimalNumber {
    let (sum, overflows) = self.millionths.addingReportingOverflow(millionths)
    return overflows ? self : DecimalNumber(millionths: sum)
  }
}

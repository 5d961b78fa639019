// SPDX-License-Identifier: Apache-2.0
// What separates the cells of a text: what gives the most lines the same number of cells. Lines above
// the head and below the last row have other numbers, so not all lines have to agree.

struct DialectDetection {
  /// The usual ones first; the others must fit better.
  private static let usual = [",", ";", "\t", "|"]
  private static let rare = [
    "||", "::", "|~|", "^", "~", "\u{1F}", "\u{1}", "¦", "§", "¬", "；", "，", ":", "#", "!", "@",
    "*",
  ]

  private let sample: [UInt8]
  /// Whether the text goes on behind the sample.
  private let isCut: Bool

  init(_ sample: [UInt8], isCut: Bool) {
    self.sample = sample
    self.isCut = isCut
  }

  /// What a first line “sep=;” says, and how long it is with its end.
  static func stated(in text: [UInt8]) -> (delimiter: String, length: Int)? {
    var line = text.prefix(16).prefix { $0 != 10 && $0 != 13 }
    let ending = text.dropFirst(line.count)
    let length = line.count + (ending.starts(with: [13, 10]) ? 2 : ending.isEmpty ? 0 : 1)
    if line.count > 2, line.first == 0x22, line.last == 0x22 { line = line.dropFirst().dropLast() }
    guard line.count > 4, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    let delimiter = String(decoding: line.dropFirst(4), as: UTF8.self)
    return (delimiter == "\\t" ? "\t" : delimiter, length)
  }

  /// The dialect that fits best; what is given is not looked for.
  func detect(delimiter: String?) -> TextDialect {
    var best = TextDialect(delimiter: delimiter ?? "")
    var bestScore = 0.35
    for candidate in delimiter.map({ [$0] }) ?? Self.usual + Self.rare
    where contains(Array(candidate.utf8)) {
      for dialect in dialects(candidate) {
        let score = score(of: dialect)
        if score > bestScore + 1e-9 { (best, bestScore) = (dialect, score) }
      }
    }
    return best
  }

  private func dialects(_ delimiter: String) -> [TextDialect] {
    var dialects = [TextDialect(delimiter: delimiter)]
    if contains([0x5C, 0x22]) {
      dialects.append(TextDialect(delimiter: delimiter, hasBackslashes: true))
    }
    if contains([0x27]) { dialects.append(TextDialect(delimiter: delimiter, quote: "'")) }
    if contains([0x22]) { dialects.append(TextDialect(delimiter: delimiter, quote: nil)) }
    return dialects
  }

  private func score(of dialect: TextDialect) -> Double {
    var counts: [Int: Int] = [:]
    var records = 0
    var splitter = RecordSplitter(dialect)
    var blanksBetween = true
    var betweenDigits = (yes: 0, no: 0)
    var inAmounts = 0
    var place = 0
    while place < sample.count, records < 2_000,
      let next = splitter.split(sample, from: place, isLast: !isCut)
    {
      place = next
      let fields = splitter.fields
      if fields.count == 1, fields[0].begin == fields[0].end { continue }
      records += 1
      counts[fields.count, default: 0] += 1
      for index in fields.indices.dropFirst() {
        if index % 2 == 1, fields[index].begin < fields[index].end { blanksBetween = false }
        if isDigit(fields[index - 1].end - 1), isDigit(fields[index].begin) {
          betweenDigits.yes += 1
          if isAmount(fields[index - 1], fields[index]) { inAmounts += 1 }
        } else {
          betweenDigits.no += 1
        }
      }
    }
    // “Gouda 12,90 €” on every line: none of these commas parts anything.
    if dialect.delimiter == ",", inAmounts > 0, inAmounts == betweenDigits.yes,
      betweenDigits.no == 0
    {
      return 0
    }
    guard records > 0,
      let common = counts.filter({ $0.key > 1 }).max(by: {
        ($0.value * ($0.key > 2 ? 3 : 2), $0.key) < ($1.value * ($1.key > 2 ? 3 : 2), $1.key)
      })?.key
    else { return 0 }
    // “a||b” has two bars between two cells.
    if blanksBetween, common > 2, common % 2 == 1, records > 1 { return 0 }
    let agreeing = counts.reduce(0.0) { sum, entry in
      // Empty cells at the end of a row may have been left out.
      sum + Double(entry.value)
        * (entry.key == common ? 1 : (2..<common).contains(entry.key) ? 0.5 : 0)
    }
    var score = agreeing / Double(records)
    // A few cells may begin with an inch; if more do than are quoted, nothing is quoted.
    if splitter.faults > splitter.quoted { score *= 0.5 }
    // Quotes behind backslashes are no faults where these say so.
    if splitter.faults > 0, contains([0x5C, 0x22]) { score *= 0.98 }
    // A quote that encloses nothing is data.
    if dialect.quote != "\"", dialect.quote != nil, splitter.quoted == 0 { score *= 0.9 }
    if dialect.quote == nil { score *= 0.97 }
    if dialect.hasBackslashes { score *= 0.99 }
    if dialect.delimiter == ",", betweenDigits.yes > 4 * betweenDigits.no { score *= 0.75 }
    if !Self.usual.contains(dialect.delimiter) { score *= 0.8 }
    if [":", "#", "!", "@", "*"].contains(dialect.delimiter) { score *= score < 0.8 ? 0.3 : 0.85 }
    return score * (1 + 0.02 * min(10, Double(common)))
  }

  /// Whether a cell ends, and the next one begins, as an amount behind a word is parted by its comma.
  private func isAmount(_ left: RecordSplitter.Field, _ right: RecordSplitter.Field) -> Bool {
    let (left, right) = (sample[left.begin..<left.end], sample[right.begin..<right.end])
    let decimals = right.prefix { (0x30...0x39).contains($0) }.count
    return left.contains(0x20) && left.contains { $0 >= 0x41 } && (1...2).contains(decimals)
  }

  private func isDigit(_ index: Int) -> Bool {
    sample.indices.contains(index) && (0x30...0x39).contains(sample[index])
  }

  private func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return false }
    var index = 0
    while let found = sample[index...].firstIndex(of: first) {
      if sample[found...].starts(with: part) { return true }
      index = found + 1
    }
    return false
  }
}

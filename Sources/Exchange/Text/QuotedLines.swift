// SPDX-License-Identifier: Apache-2.0
// Some programs put every line of a list in quotes, as if it were one cell: "007,""Edam, mild"",5.00". Such a
// line is unpacked, and split once more.

struct QuotedLines {
  private var splitter: RecordSplitter

  init(_ dialect: TextDialect) { splitter = RecordSplitter(dialect) }

  /// The lines without their quotes; nil if it is not so in all of them.
  ///
  /// - Parameter isCut: whether the text goes on behind the sample.
  static func unpacked(_ sample: [UInt8], isCut: Bool) -> [UInt8]? {
    guard sample.first == 0x22 else { return nil }
    var lines = RecordSplitter(TextDialect(delimiter: ""))
    var unpacked: [UInt8] = []
    var (place, count) = (0, 0)
    while place < sample.count, count < 1_000,
      let next = lines.split(sample, from: place, isLast: !isCut)
    {
      place = next
      guard let line = lines.fields.first, line.begin < line.end else { continue }
      count += 1
      guard lines.quoted == count, lines.faults == 0 else { return nil }
      unpacked += Array(lines.text(line, in: sample).utf8) + [0x0A]
    }
    return count > 1 ? unpacked : nil
  }

  /// Whether all lines have the same number of cells, and more than one: a list of names has one cell in a line, and
  /// a comma in some.
  static func isTable(_ lines: [UInt8], _ dialect: TextDialect) -> Bool {
    guard !dialect.delimiter.isEmpty else { return false }
    var splitter = RecordSplitter(dialect)
    var width: Int?
    var place = 0
    while place < lines.count, let next = splitter.split(lines, from: place, isLast: true) {
      place = next
      guard width ?? splitter.fields.count == splitter.fields.count else { return false }
      width = splitter.fields.count
    }
    return width ?? 0 > 1
  }

  /// The cells of a line.
  mutating func cells(of line: String) -> [Cell] {
    let bytes = Array(line.utf8)
    _ = splitter.split(bytes, from: 0, isLast: true)
    return splitter.fields.map { field in
      let text = splitter.text(field, in: bytes)
      return text.isEmpty ? .empty : Cell(.text, text)
    }
  }
}

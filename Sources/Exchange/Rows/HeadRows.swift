// SPDX-License-Identifier: Apache-2.0
// Names of columns that stand in two rows: groups above them, parts or units below them.

struct HeadRows {
  private let rows: [TableRow]
  private let place: Int
  private let isKnown: Bool
  /// The place of the last row of the head.
  private(set) var last: Int
  private(set) var names: [String]

  init(_ rows: [TableRow], at place: Int, isKnown: Bool) {
    (self.rows, self.place, self.isKnown) = (rows, place, isKnown)
    last = place
    names = rows[place].cells.map { Self.line($0.text) }
  }

  mutating func join() {
    guard !isKnown else { return }
    joinAbove()
    joinBelow()
    while let next = row(after: last), Self.isHelp(next) { last += 1 }
  }

  private func row(after place: Int) -> TableRow? { place + 1 < rows.count ? rows[place + 1] : nil }

  private mutating func joinAbove() {
    guard place > 0 else { return }
    let above = rows[place - 1]
    let filled = above.cells.indices.filter { !above[$0].isBlank }
    let isGroup =
      above.number == rows[place].number - 1 && above.cells.allSatisfy(\.isWordy)
      && (filled.count > 1 || filled.first ?? 0 > 0)
      && above.cells.allSatisfy { $0.text.count <= 40 }
    guard isGroup else { return }
    let width = max(names.count, above.cells.count)
    names += [String](repeating: "", count: width - names.count)
    var group = ""
    for column in 0..<width {
      let text = Self.line(above[column].text)
      if !text.isEmpty { group = text }
      if names[column].isEmpty {
        names[column] = text
        if text.isEmpty { group = "" }
      } else if !group.isEmpty, group != names[column] {
        names[column] = joined(group, names[column])
      }
    }
  }

  private mutating func joinBelow() {
    guard let below = row(after: place), below.number == rows[place].number + 1 else { return }
    let filled = below.cells.indices.filter { !below[$0].isBlank }
    let head = rows[place]
    guard !filled.isEmpty, filled.count <= max(head.filled, 2), below.cells.allSatisfy(\.isWordy)
    else { return }
    let parts = filled.filter { Self.isPart(below[$0].text) }
    // A column of its own, below a name that stands over several.
    let hasOwn = filled.contains { head[$0].isBlank }
    guard parts.count * 2 > filled.count || hasOwn && parts.count * 3 >= filled.count,
      row(after: place + 1) != nil
    else { return }
    last = place + 1
    let width = max(names.count, below.cells.count)
    names += [String](repeating: "", count: width - names.count)
    var group = ""
    for column in 0..<width {
      let text = Self.line(below[column].text)
      if !names[column].isEmpty { group = names[column] }
      if text.isEmpty { continue }
      names[column] = group.isEmpty ? text : joined(group, text)
    }
  }

  private func joined(_ group: String, _ part: String) -> String {
    let isUnit = ColumnName("X (\(part))")
    if !part.contains(" "), !isUnit.currencies.isEmpty || !isUnit.unit.isEmpty {
      return "\(group) (\(part))"
    }
    return "\(group) \(part)"
  }

  private static func isPart(_ text: String) -> Bool {
    let text = text.trimmed
    let name = ColumnName("X (\(text))")
    let own = ColumnName(text)
    return !name.currencies.isEmpty || !name.unit.isEmpty || name.isNet || name.isGross
      || own.named != nil
  }

  /// Whether a row below the head says how to fill in the list.
  private static func isHelp(_ row: TableRow) -> Bool {
    let texts = row.cells.filter { !$0.isBlank }.map { HeadKey.of($0.text) }
    guard !texts.isEmpty else { return false }
    let helping = texts.filter { text in
      helps.contains(text) || helpStarts.contains { text.hasPrefix($0) }
    }
    return helping.count * 2 > texts.count
  }

  private static let helps: Set<String> = [
    "required", "optional", "mandatory", "pflichtfeld", "pflicht", "text", "number", "string",
    "decimal", "integer",
    "obligatoire", "facultatif", "obligatorio", "opcional", "verplicht", "optioneel", "preferred",
    "recommended",
    "zahl", "datum", "date", "boolean", "freitext",
  ]
  private static let helpStarts = [
    "e g ", "z b ", "bitte ", "please ", "example ", "beispiel ", "max ", "required ", "optional ",
    "pflichtfeld ",
    "par ex", "exemple ", "p ej",
  ]

  private static func line(_ text: String) -> String {
    // “Beschrei-” and “bung” are one word.
    let text =
      text.contains("-\n")
      ? text.replacingOccurrences(of: "-\n(?=\\p{Ll})", with: "", options: .regularExpression)
      : text
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

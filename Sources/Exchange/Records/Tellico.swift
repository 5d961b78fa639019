// SPDX-License-Identifier: Apache-2.0
// Tellico's collections of all versions, bare or packed with their pictures. The file describes its
// fields itself.

import Catalog

final class Tellico: RecordSource, @unchecked Sendable {
  // Written while the file is read the first time; only read from then on.
  struct Field {
    var title: String
    var type: Int
    var hasMany: Bool
    var choices: [String]
  }

  let format = ForeignFormat.tellico
  private let source: any ByteSource
  fileprivate(set) var fields: [String: Field] = [:]
  fileprivate(set) var order: [String] = []
  /// The column of a field, and the field of a column.
  private var columns: [String: String] = [:]
  private var names: [String: String] = [:]

  init(_ source: any ByteSource) { self.source = source }

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    try TellicoReader(source, self)
  }

  var firstColumns: [String] { order.map(column) }

  fileprivate func define(_ name: String, _ field: Field) {
    guard fields[name] == nil else { return }
    fields[name] = field
    order.append(name)
    // Two fields of one title, or one that is named like the other's title, are two columns.
    var column = field.title.isEmpty || names[field.title] != nil ? name : field.title
    while names[column] != nil { column += " (\(name))" }
    columns[name] = column
    names[column] = name
  }

  /// The column of a field.
  func column(_ name: String) -> String { columns[name] ?? name }

  func known(_ column: String) -> KnownColumn? {
    let name = names[column] ?? column
    let field = fields[name] ?? Field(title: name, type: 1, hasMany: true, choices: [])
    let separator = field.hasMany || field.type == 8 ? Record.separator : nil
    switch name {
    case "title", "name": return KnownColumn(column, .field(.title))
    case "upc", "ean", "gtin", "barcode": return KnownColumn(column, .field(.gtin))
    case "isbn": return .custom(column, kind: .code(.isbn))
    case "description", "plot": return KnownColumn(column, .field(.description))
    case "comments": return KnownColumn(column, .note, isHTML: true)
    case "keyword", "keywords":
      return KnownColumn(column, .field(.tags), separator: Record.separator)
    case "pub_year", "year": return KnownColumn(column, .field(.year), separator: separator)
    case "quantity": return KnownColumn(column, .field(.stock))
    case "id", "cdate", "mdate", "loaned": return KnownColumn(column, .leftOut)
    case "pur_price": return .custom(column, kind: .money)
    default: break
    }
    switch field.type {
    case 2: return KnownColumn(column, .custom(title: column, kind: .text), isHTML: true)
    case 3 where !field.choices.isEmpty && !field.hasMany:
      return .custom(column, kind: .choice(field.choices))
    case 4: return .custom(column, kind: .yesNo)
    case 6 where !field.hasMany, 14: return .custom(column, kind: .wholeNumber)
    case 7: return .custom(column, kind: .link)
    case 10: return KnownColumn(column, .pictures)
    case 12: return .custom(column, kind: .date)
    default: return .custom(column, separator: separator)
    }
  }
}

private final class TellicoReader: XMLRecords {
  private let tellico: Tellico
  private var record: Record?
  private var entryDepth = 0
  private var columns: [String] = []
  private var date: [String: String] = [:]

  init(_ source: any ByteSource, _ tellico: Tellico) throws {
    self.tellico = tellico
    try super.init(source)
  }

  override func begin(_ name: String) {
    if name == "field" || name == "attribute",
      path.contains("fields") || path.contains("attributes")
    {
      define()
    } else if record == nil, isEntry(name) {
      record = Record(line)
      entryDepth = path.count
    } else if path.count == entryDepth + 1 {
      date = [:]
    }
  }

  /// In the first version an entry had the name of what is collected, such as “book”.
  private func isEntry(_ name: String) -> Bool {
    name == "entry"
      || path.first == "bookcase" && path.count == 3 && path[1] == "collection"
        && !["fields", "attributes", "images"].contains(name)
  }

  private func define() {
    guard let name = attribute("name") else { return }
    let flags = attribute("flags").flatMap { Int($0) } ?? 0
    tellico.define(
      name,
      Tellico.Field(
        title: attribute("title") ?? name, type: attribute("type").flatMap { Int($0) } ?? 1,
        hasMany: flags & 1 != 0,
        choices: attribute("allowed")?.split(separator: ";").map { String($0).trimmed } ?? []))
  }

  override func end(_ name: String, text: String) {
    guard record != nil else { return }
    let depth = path.count - entryDepth
    if depth == 0 {
      add(record)
      record = nil
    } else if depth == 1 {
      let parts = ["year", "month", "day"].compactMap { date[$0] }
      if parts.count == 3 {
        let padded = parts.map { $0.count < 2 ? "0" + $0 : $0 }
        record?.add(padded.joined(separator: "-"), as: tellico.column(name), kind: .day)
      } else {
        value(text, of: name)
      }
    } else if name == "column" {
      columns.append(text)
    } else if depth == 2 {
      if ["year", "month", "day"].contains(name), isDate(path[entryDepth]) {
        date[name] = text
      } else if columns.isEmpty {
        value(text, of: name)
      } else {
        value(columns.filter { !$0.isEmpty }.joined(separator: " – "), of: name)
        columns = []
      }
    }
  }

  private func isDate(_ name: String) -> Bool {
    tellico.fields[name].map { $0.type == 12 } ?? name.hasSuffix("date")
  }

  private func value(_ text: String, of name: String) {
    let field = tellico.fields[name]
    switch field?.type {
    case 4: record?.add(text.isEmpty ? "" : "true", as: tellico.column(name), kind: .yesNo)
    case 6, 14: record?.add(text, as: tellico.column(name), kind: .number)
    case nil where path.first == "bookcase" && ["author", "genre", "keywords"].contains(name):
      for part in text.split(separator: ";") { record?.add(String(part), as: name) }
    default: record?.add(text, as: tellico.column(name))
    }
  }
}

/// The pictures in a bare file, as base64 behind its entries.
final class TellicoPictures: PictureSource, XMLHandler, @unchecked Sendable {
  // Read once, before the first picture is given.
  private let source: any ByteSource
  private let otherwise: any PictureSource
  private lazy var pictures = found()
  private var name = ""
  private var all: [String: [UInt8]] = [:]

  init(_ source: any ByteSource, otherwise: any PictureSource) {
    self.source = source
    self.otherwise = otherwise
  }

  func picture(named name: String) -> [UInt8]? {
    pictures[name].flatMap(Base64.decoded) ?? otherwise.picture(named: name)
  }

  private func found() -> [String: [UInt8]] {
    try? XMLReader(source.open()).read(for: self)
    defer { all = [:] }
    return all
  }

  func begin(_ name: String, in xml: XMLReader) {
    guard name == "image" else { return }
    self.name = xml.attribute("id") ?? ""
    xml.collects = true
    xml.text.removeAll(keepingCapacity: true)
  }

  func end(_ name: String, in xml: XMLReader) {
    guard name == "image", xml.collects else { return }
    if !xml.text.isEmpty { all[self.name] = xml.text }
    xml.collects = false
  }
}

// SPDX-License-Identifier: Apache-2.0
// GCstar's collections. Short values are attributes, long ones elements, lists have lines and columns;
// dates are written with the day first.

import Catalog

final class GCstar: RecordSource, @unchecked Sendable {
  // Written while the file is read the first time; only read from then on.
  let format = ForeignFormat.gcstar
  private let source: any ByteSource
  /// The person's own fields: the file has their titles.
  fileprivate var own: [String: (title: String, type: String)] = [:]
  fileprivate var isFirst = true

  init(_ source: any ByteSource) { self.source = source }

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    try GCstarReader(source, self)
  }

  fileprivate func column(_ name: String) -> String { own[name]?.title ?? name }

  func known(_ column: String) -> KnownColumn? {
    if let field = own.values.first(where: { $0.title == column }) {
      switch field.type {
      case "number": return .custom(column, kind: .number(unit: ""))
      case "yesno": return .custom(column, kind: .yesNo)
      case "image": return KnownColumn(column, .pictures)
      case "date": return .custom(column, kind: .date)
      case "long text": return .custom(column, kind: .text)
      case "formatted": return KnownColumn(column, .leftOut)
      default: return .custom(column, separator: Record.separator)
      }
    }
    return GCstarTable.column(column.lowercased(), named: column) ?? .custom(column)
  }
}

private final class GCstarReader: XMLRecords {
  private let gcstar: GCstar
  private var record: Record?
  private var itemDepth = 0
  private var cells: [String] = []

  init(_ source: any ByteSource, _ gcstar: GCstar) throws {
    self.gcstar = gcstar
    try super.init(source)
  }

  override func begin(_ name: String) {
    if name == "field", path.contains("userCollection"), let field = attribute("value") {
      gcstar.own[field] = (attribute("label") ?? field, attribute("type") ?? "")
    } else if name == "item", path.count == 2 {
      record = Record(line)
      itemDepth = path.count
      for (name, value) in attributes { add(value, as: name) }
    }
  }

  override func end(_ name: String, text: String) {
    guard record != nil else { return }
    switch path.count - itemDepth {
    case 0:
      add(record)
      record = nil
    case 1: add(text, as: name)
    case 2 where name == "line":
      let values = cells.filter { !$0.isEmpty }
      if !values.isEmpty { add(values.joined(separator: " – "), as: path[itemDepth]) }
      cells = []
    case 3 where name == "col": cells.append(text)
    default: break
    }
  }

  private func add(_ text: String, as name: String) {
    let column = gcstar.column(name)
    if name == "web" {
      // “address##title”
      record?.add(
        text.firstRange(of: "##").map { String(text[..<$0.lowerBound]) } ?? text, as: column)
    } else if let day = Self.day(text) {
      record?.add(day, as: column, kind: .day)
    } else {
      record?.add(text, as: column)
    }
  }

  /// “07/09/2009”
  private static func day(_ text: String) -> String? {
    guard text.utf8.count == 10 else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 4], parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    return "\(parts[2])-\(parts[1])-\(parts[0])"
  }
}

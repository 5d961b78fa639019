// SPDX-License-Identifier: Apache-2.0
// Data Crow's export. What belongs to an item, such as its authors, stands within it and again, with
// pictures, behind all items.

import Catalog

struct DataCrow: RecordSource {
  let format = ForeignFormat.datacrow
  let source: any ByteSource

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    try DataCrowReader(source)
  }

  func known(_ column: String) -> KnownColumn? {
    switch column {
    case "title", "name": KnownColumn(column, .field(.title))
    case "description": KnownColumn(column, .field(.description))
    case "isbn-13", "ean", "gtin", "barcode": KnownColumn(column, .field(.gtin))
    case "isbn-10", "isbn": .custom(column, kind: .code(.isbn))
    case "year": KnownColumn(column, .field(.year))
    case "tags": KnownColumn(column, .field(.tags), separator: Record.separator)
    case "created", "modified", "id", "label", "service", "service-url", "parent":
      KnownColumn(column, .leftOut)
    case "webpage": .custom(column, kind: .link)
    case "notes", "personal-notes": KnownColumn(column, .note)
    case "pages", "rating": .custom(column, kind: .wholeNumber)
    default:
      column.hasPrefix("picture")
        ? KnownColumn(column, .pictures) : .custom(column, separator: Record.separator)
    }
  }
}

private final class DataCrowReader: XMLRecords {
  private var record: Record?
  private var group: String?
  /// Of what belongs to the item, its name.
  private var related = ""

  override func begin(_ name: String) {
    if path.count == 2, group == nil { group = name }
    if path.count == 3, path[1] == group { record = Record(line) }
  }

  override func end(_ name: String, text: String) {
    guard record != nil else { return }
    switch path.count {
    case 3:
      add(record)
      record = nil
    case 4:
      guard !name.hasSuffix("-items-list"), name != "datacrow-module-index" else { return }
      if name.hasSuffix("-items") { return }
      record?.add(text, as: name)
    case 5:
      if !related.isEmpty { record?.add(related, as: String(path[3].dropLast("-items".count))) }
      related = ""
    case 6 where name == "name" || (name == "title" && related.isEmpty): related = text
    default: break
    }
  }
}

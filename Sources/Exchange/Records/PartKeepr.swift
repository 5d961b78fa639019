// SPDX-License-Identifier: Apache-2.0
// PartKeepr's database, as `mysqldump --xml` writes it. A part names its category, its place and the like by
// numbers of other tables, which may stand behind it: they are collected while the file is read the first time.

import Catalog

final class PartKeepr: RecordSource, @unchecked Sendable {
  // Written while the file is read the first time; only read from then on.
  let format = ForeignFormat.partkeepr
  private let source: any ByteSource
  /// The rows of other tables by their numbers, and those that belong to a part by the part's.
  fileprivate var rows: [String: [String: [String: String]]] = [:]
  fileprivate var ofParts: [String: [String: [[String: String]]]] = [:]
  fileprivate var isFirst = true
  private var waiting = 0

  init(_ source: any ByteSource) { self.source = source }

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    isFirst = first == nil
    return try PartKeeprReader(source, self)
  }

  fileprivate func keep(_ row: [String: String], of table: String) throws {
    waiting += row.reduce(0) { $0 + $1.value.utf8.count + 50 }
    guard waiting < 256 << 20 else { throw UnreadableFile.tooLarge(.text(megabytes: 256)) }
    if let part = row["part_id"] {
      ofParts[table, default: [:]][part, default: []].append(row)
    } else if let id = row["id"] {
      rows[table, default: [:]][id] = row
    }
  }

  let firstColumns = ["name", "description", "category", "internalPartNumber"]
  let lateColumns = [
    "category", "storageLocation", "footprint", "manufacturer", "manufacturerPartNumber",
    "distributor", "orderNumber", "price", "currency", "unit",
  ]

  func known(_ column: String) -> KnownColumn? {
    switch column {
    case "name": KnownColumn(column, .field(.title))
    case "description": KnownColumn(column, .field(.description))
    case "category": KnownColumn(column, .field(.category), pathSeparator: Record.separator)
    case "internalPartNumber": KnownColumn(column, .field(.sku))
    case "stockLevel": KnownColumn(column, .field(.stock))
    case "minStockLevel": KnownColumn(column, .field(.minimumStock))
    case "comment": KnownColumn(column, .note)
    case "distributor": KnownColumn(column, .field(.supplier))
    case "price": KnownColumn(column, .field(.price))
    case "currency": KnownColumn(column, .currency)
    case "needsReview": .custom(column, kind: .yesNo)
    case "storageLocation", "footprint", "manufacturer", "manufacturerPartNumber", "orderNumber",
      "status", "partCondition", "productionRemarks", "unit":
      .custom(column)
    default: KnownColumn(column, .leftOut)
    }
  }

  /// A part with what the other tables say of it.
  fileprivate func record(_ part: [String: String], at line: Int) -> Record {
    var record = Record(line)
    for (name, value) in part.sorted(by: { $0.key < $1.key }) { record.add(value, as: name) }
    record.add(path(part["category_id"]), as: "category")
    record.add(name(part["storageLocation_id"], "StorageLocation"), as: "storageLocation")
    record.add(name(part["footprint_id"], "Footprint"), as: "footprint")
    record.add(name(part["partUnit_id"], "PartUnit"), as: "unit")
    guard let id = part["id"] else { return record }
    if let maker = ofParts["partmanufacturer"]?[id]?.first {
      record.add(name(maker["manufacturer_id"], "Manufacturer"), as: "manufacturer")
      record.add(maker["partNumber"] ?? "", as: "manufacturerPartNumber")
    }
    if let offer = ofParts["partdistributor"]?[id]?.first {
      record.add(name(offer["distributor_id"], "Distributor"), as: "distributor")
      record.add(offer["orderNumber"] ?? offer["sku"] ?? "", as: "orderNumber")
      if let price = offer["price"], price.contains(where: { ("1"..."9").contains($0) }) {
        record.add(price, as: "price", kind: .number)
        record.add(offer["currency"] ?? "", as: "currency")
      }
    }
    return record
  }

  private func name(_ id: String?, _ table: String) -> String {
    id.flatMap { rows[table.lowercased()]?[$0]?["name"] } ?? ""
  }

  /// The names of a category and those around it, below the one that all have in common.
  private func path(_ id: String?) -> String {
    var names: [String] = []
    var next = id
    while let id = next, let row = rows["partcategory"]?[id], names.count < 50 {
      next = row["parent_id"]
      if next != nil {
        names.append((row["name"] ?? "").split(separator: "\n").joined(separator: " "))
      }
    }
    return names.reversed().joined(separator: Record.separator)
  }
}

private final class PartKeeprReader: XMLRecords {
  private let database: PartKeepr
  private var table = ""
  private var row: [String: String] = [:]
  private var field = ""

  init(_ source: any ByteSource, _ database: PartKeepr) throws {
    self.database = database
    try super.init(source)
  }

  override func begin(_ name: String) {
    switch name {
    case "table_data": table = attribute("name")?.lowercased() ?? ""
    case "row": row = [:]
    case "field": field = attribute("name") ?? ""
    default: break
    }
  }

  override func end(_ name: String, text: String) {
    if name == "field", path.suffix(3).first == "table_data" {
      if !text.isEmpty { row[field] = text }
    } else if name == "row", path.dropLast().last == "table_data" {
      if table == "part" {
        add(database.record(row, at: line))
      } else if database.isFirst {
        trying { try database.keep(row, of: table) }
      }
    }
  }
}

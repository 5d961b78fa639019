// SPDX-License-Identifier: Apache-2.0
// Records of a web page or a file of JSON, which are read as a whole: they are never large.

import Catalog

struct HeldRecords: RecordSource {
  static let largest = 32 << 20

  let format: ForeignFormat
  let records: [Record]
  let meaning: @Sendable (String) -> KnownColumn?

  var rows: KnownRows { format == .schemaorg ? WebProducts.rows(of: records) : .productEach }
  func reader(after first: (any RecordReader)?) -> any RecordReader { Reader(records) }
  func known(_ column: String) -> KnownColumn? { meaning(column) }
  var isOwn: Bool { format == .vitrine }

  private final class Reader: RecordReader {
    private var records: [Record]

    init(_ records: [Record]) { self.records = records }

    var fraction: Double? { records.isEmpty ? 1 : 0 }

    func next() -> [Record] {
      defer { records = [] }
      return records
    }
  }
}

extension HeldRecords {
  /// The products that a web page describes for search engines; nil if it has none.
  init?(page bytes: [UInt8]) throws {
    var values: [JSONValue] = []
    var microdata = Microdata()
    for token in HTMLTokens(bytes) {
      if case .script(let text, let attributes) = token {
        guard attributes["type"]?.lowercased().hasPrefix("application/ld+json") ?? false else {
          continue
        }
        // One broken script does not spoil the others.
        if let found = try? JSONValue.every(in: text) { values += found }
      } else {
        microdata.take(token)
      }
    }
    var found = WebProducts.records(in: values)
    if found.isEmpty {
      found = WebProducts.records(in: microdata.things)
    }
    guard !found.isEmpty else { return nil }
    for index in found.indices { found[index].number = index + 2 }
    self.init(format: .schemaorg, records: found, meaning: WebProducts.known)
  }

  /// The products in JSON: schema.org's, our own, or any list of objects.
  init(json bytes: [UInt8]) throws {
    let values = try JSONValue.every(in: bytes)
    var found = WebProducts.records(in: values)
    var format = ForeignFormat.schemaorg
    var meaning: @Sendable (String) -> KnownColumn? = WebProducts.known
    if found.isEmpty {
      found = values.flatMap(Self.objects).map { Self.record(of: $0) }
      let isOurs = found.contains {
        $0["title"] != nil
          && ($0["revision"] != nil || $0["yearIntroduced"] != nil
            || $0["id"]?.text.count == 36 && ($0["created"] != nil || $0["images"] != nil))
      }
      if isOurs {
        let (kinds, costs) = (Self.kinds(in: values), Self.costs(in: values))
        found = values.flatMap(\.all).filter { $0["field"] == nil }
          .map { Self.record(of: $0, isExact: true) }
        (format, meaning) = (.vitrine, { OwnLines.column($0, kinds, costs: costs) })
      } else {
        // Answers of servers are JSON as well.
        guard found.count > 1 || found.contains(where: Self.isProduct) else {
          throw UnreadableFile.noTable(.noProducts)
        }
        (format, meaning) = (.json, { _ in nil })
      }
    }
    found.removeAll(where: \.isEmpty)
    guard !found.isEmpty else { throw UnreadableFile.noTable(.noProducts) }
    for index in found.indices { found[index].number = index + 1 }
    self.init(format: format, records: found, meaning: meaning)
  }

  /// Whether anything in it has the name of a column that lists of products have.
  private static func isProduct(_ record: Record) -> Bool {
    record.values.contains { ColumnName($0.column).named.map { $0.weight > 4 } ?? false }
  }

  private static let parts: Set<String> = [
    "variants", "options", "images", "pictures", "media", "offers", "attributes", "prices", "notes",
  ]

  /// The objects of a list, also if it stands within an object.
  private static func objects(in value: JSONValue) -> [JSONValue] {
    switch value {
    case .list(let values): return values.flatMap(objects)
    case .object(let members):
      let isWrapping = !members.contains {
        $0.value.text != nil && namesProduct($0.key)
      }
      let lists = members.filter { member in
        // Parts of a product.
        guard !parts.contains(member.key.lowercased()) else { return false }
        if case .list(let values) = member.value { return values.contains { $0.isObject } }
        // “status”, and the products in “data.products.edges”: servers wrap their answers.
        return isWrapping && holdsList(member.value)
      }
      let isRecord = members.count(where: { $0.value.text != nil }) > 2
      if !isRecord, let list = lists.max(by: { $0.value.all.count < $1.value.all.count }) {
        return objects(in: list.value)
      }
      return [value]
    default: return []
    }
  }

  private static func namesProduct(_ name: String) -> Bool {
    guard let named = ColumnName(name).named, named.weight > 4 else { return false }
    return [.field(.title), .field(.sku), .field(.gtin), .field(.price)].contains(named.sense)
  }

  private static func holdsList(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.contains { member in
      guard !parts.contains(member.key.lowercased()) else { return false }
      if case .list(let values) = member.value { return values.contains { $0.isObject } }
      return holdsList(member.value)
    }
  }

  /// Of the custom fields that lines of our own define, by their names.
  private static func kinds(in values: [JSONValue]) -> [String: FieldKind] {
    var kinds: [String: FieldKind] = [:]
    for field in values.compactMap({ $0["field"] }) {
      let details = ["unit", "check", "choices"].flatMap { field[$0]?.all ?? [] }
      if let name = field["name"]?.text, let word = field["kind"]?.text {
        kinds[name] = FieldKind(word: word, details: details.compactMap(\.text))
      }
    }
    return kinds
  }

  /// The names of the custom fields for what something costs.
  private static func costs(in values: [JSONValue]) -> Set<String> {
    let fields = values.compactMap { $0["field"] }.filter { field in
      if case .yesNo(true)? = field["cost"] { true } else { false }
    }
    return Set(fields.compactMap { $0["name"]?.text })
  }

  private static func record(of value: JSONValue, isExact: Bool = false) -> Record {
    var record = Record(1)
    func add(_ value: JSONValue, as name: String, depth: Int) {
      switch value {
      case .object(let members) where depth < 5:
        for (key, member) in members {
          add(member, as: name.isEmpty ? key : "\(name).\(key)", depth: depth + 1)
        }
      case .list(let values) where depth < 5:
        for value in values { add(value, as: name, depth: depth + 1) }
      case .number(let digits): record.add(digits, as: name, kind: .number)
      case .yesNo(let value): record.add(value ? "true" : "false", as: name, kind: .yesNo)
      default: record.add(value.text ?? "", as: name, isExact: isExact)
      }
    }
    add(value, as: "", depth: 0)
    return record
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = self { return true }
    return false
  }
}

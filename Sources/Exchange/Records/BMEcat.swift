// SPDX-License-Identifier: Apache-2.0
// BMEcat 1.2 and 2005, the catalogues of wholesalers. The groups of products are a tree that stands
// before them, what belongs to which group may stand behind them; files of a gigabyte exist.

import Catalog
import Foundation

final class BMEcat: RecordSource, @unchecked Sendable {
  // Written while the file is read the first time; only read from then on.
  struct Group {
    var name = ""
    var parent = ""
    var isRoot = false
  }

  let format = ForeignFormat.bmecat
  private let source: any ByteSource
  fileprivate(set) var isUpdate = false
  fileprivate var groups: [String: Group] = [:]
  /// The classifications that the file defines itself.
  fileprivate var systems: Set<String> = []
  /// By the number of a product: the groups it is in.
  fileprivate var groupsOfProduct: [String: [String]] = [:]
  fileprivate var currency = ""
  fileprivate var priceTypes: Set<String> = []
  /// Whether Vitrine wrote it.
  fileprivate var isOurs = false
  /// The custom fields that such a file names, by what their features are called.
  fileprivate var fields: [String: KnownColumn] = [:]

  init(_ source: any ByteSource) { self.source = source }

  func reader(after first: (any RecordReader)?) throws -> any RecordReader {
    try BMEcatReader(source, self, isFirst: first == nil)
  }

  var rows: KnownRows { isUpdate ? .updates : .productEach }

  var firstColumns: [String] {
    [
      "SUPPLIER_PID", "DESCRIPTION_SHORT", "DESCRIPTION_LONG", "GTIN", "GROUP",
      Self.priceColumn(mainPrice ?? ""), "PRICE_CURRENCY",
    ]
  }

  var lateColumns: [String] { groupsOfProduct.isEmpty ? [] : ["GROUP"] }

  func known(_ column: String) -> KnownColumn? {
    switch column {
    case "SUPPLIER_PID": return KnownColumn(column, .field(.sku))
    case "DESCRIPTION_SHORT": return KnownColumn(column, .field(.title))
    case "DESCRIPTION_LONG": return KnownColumn(column, .field(.description), isHTML: true)
    case "GTIN": return KnownColumn(column, .field(.gtin))
    case "GROUP":
      return KnownColumn(
        column, .field(.category), separator: Record.separator, pathSeparator: Self.joint)
    case "KEYWORD": return KnownColumn(column, .field(.tags), separator: Record.separator)
    case "PRICE_CURRENCY": return KnownColumn(column, .currency)
    case "UNIT": return KnownColumn(column, .field(.unit))
    case "PACK": return KnownColumn(column, .field(.packSize))
    case "MIME_SOURCE": return KnownColumn(column, .pictures, separator: Record.separator)
    // What it says is done with the row.
    case "mode": return KnownColumn(column, .leftOut)
    case "REMARKS": return KnownColumn(column, .note)
    default: break
    }
    if let own = BMEcatExtension(name: column) { return own.column }
    if let field = fields[column] { return field }
    if isOurs, column == mainPrice.map(Self.priceColumn) {
      return KnownColumn(column, .field(.price))
    }
    // Which kind is the price, and whether with taxes, is up to a person.
    if isPrice(column) { return nil }
    if column.hasPrefix("PRICE_AMOUNT") { return .custom(column, kind: .money) }
    var known = KnownColumn.custom(column, separator: Record.separator)
    if column.hasSuffix("]"), let open = column.lastIndex(of: "[") {
      known.language = String(column[column.index(after: open)...].dropLast())
    }
    return known
  }

  func isPrice(_ column: String) -> Bool {
    !isOurs && priceTypes.contains { column == Self.priceColumn($0) }
  }

  /// What a customer pays, if the file has it.
  private var mainPrice: String? {
    let order = ["nrp", "gros_list", "net_list", "net_customer", "net_customer_exp"]
    return order.first(where: priceTypes.contains) ?? priceTypes.min()
  }

  fileprivate static func priceColumn(_ type: String) -> String {
    type.isEmpty ? "PRICE_AMOUNT" : "PRICE_AMOUNT (\(type))"
  }

  /// - Parameter head: as in the head of a table that Vitrine writes.
  fileprivate func addField(_ head: String) {
    guard var column = OwnHead.column(head, named: head),
      case .custom(let title, _) = column.meaning
    else { return }
    column.column = self.column(ofFeature: title)
    column.separator = Record.separator
    column.isOwnField = true
    fields[column.column] = column
  }

  /// A field may be called as something else of a product is.
  fileprivate func column(ofFeature name: String) -> String {
    isOurs && Self.reserved.contains(name.uppercased()) ? "\(name) (FEATURE)" : name
  }

  private static let reserved: Set<String> = [
    "SUPPLIER_PID", "DESCRIPTION_SHORT", "DESCRIPTION_LONG", "GTIN", "GROUP", "KEYWORD",
    "PRICE_AMOUNT (NRP)", "PRICE_CURRENCY", "UNIT", "PACK", "MIME_SOURCE", "MODE", "REMARKS",
    "INTERNATIONAL_PID",
  ]

  /// Looks like what people write between categories, and is in the name of none.
  private static let joint = " >\u{2060} "

  /// The names of the groups from the outermost, “Tools > Drills”.
  fileprivate func path(of group: String) -> String? {
    var names: [String] = []
    var next = group
    // A tree may have a ring in it.
    for _ in 0..<50 {
      guard let found = groups[next] else { break }
      if !found.isRoot, !found.name.isEmpty { names.append(found.name) }
      next = found.parent
    }
    return names.isEmpty ? nil : names.reversed().joined(separator: Self.joint)
  }
}

private final class BMEcatReader: XMLRecords {
  private let catalogue: BMEcat
  private let isFirst: Bool
  private var record: Record?
  private var values: [String: String] = [:]
  private var features: [String] = []
  /// What a product is ordered and priced by.
  private var order: [String: String] = [:]
  private var group = BMEcat.Group()
  private var priceType = ""
  private var type = ""
  private var language: String?
  private var languages: Set<String> = []
  private var root = ""

  init(_ source: any ByteSource, _ catalogue: BMEcat, isFirst: Bool) throws {
    self.catalogue = catalogue
    self.isFirst = isFirst
    try super.init(source)
  }

  override func begin(_ name: String) {
    switch name {
    case "ARTICLE", "PRODUCT":
      guard record == nil, path.count == 3 else { return }
      record = Record(line)
      languages = []
      order = [:]
      if let mode = attribute("mode") { record?.add(mode, as: "mode") }
    case "T_UPDATE_PRICES", "T_UPDATE_PRODUCTS": catalogue.isUpdate = true
    case "FEATURE", "MIME", "ARTICLE_PRICE", "PRODUCT_PRICE", "ARTICLE_FEATURES",
      "PRODUCT_FEATURES", "ARTICLE_TO_CATALOGGROUP_MAP", "PRODUCT_TO_CATALOGGROUP_MAP":
      values = [:]
      features = []
      priceType = attribute("price_type") ?? ""
    case "CATALOG_STRUCTURE": group = BMEcat.Group(isRoot: attribute("type") == "root")
    case "CLASSIFICATION_GROUP": group = BMEcat.Group()
    default:
      type = attribute("type") ?? ""
      language = attribute("lang")
    }
  }

  override func end(_ name: String, text: String) {
    if record == nil {
      ofCatalogue(name, text)
    } else if path.count == 3 {
      finish()
    } else {
      ofProduct(name, text)
    }
  }

  private func ofCatalogue(_ name: String, _ text: String) {
    switch name {
    case "CATALOG_NAME": catalogue.isOurs = text == OwnTable.catalogueName
    case BMEcatExtension.field.name: if isFirst { catalogue.addField(text) }
    case "CURRENCY" where path.contains("CATALOG"): catalogue.currency = text
    case "MIME_ROOT" where path.contains("CATALOG"): root = text
    case "GROUP_ID", "CLASSIFICATION_GROUP_ID": values["id"] = text
    case "GROUP_NAME", "CLASSIFICATION_GROUP_NAME": group.name = text
    case "PARENT_ID", "CLASSIFICATION_GROUP_PARENT_ID": group.parent = text
    case "CATALOG_STRUCTURE", "CLASSIFICATION_GROUP":
      if isFirst, let id = values["id"], group.parent != id { catalogue.groups[id] = group }
    case "CLASSIFICATION_SYSTEM_NAME": catalogue.systems.insert(text)
    case "ART_ID", "PROD_ID", "CATALOG_GROUP_ID": values[name] = text
    case "ARTICLE_TO_CATALOGGROUP_MAP", "PRODUCT_TO_CATALOGGROUP_MAP":
      if isFirst, let product = values["ART_ID"] ?? values["PROD_ID"],
        let group = values["CATALOG_GROUP_ID"]
      {
        catalogue.groupsOfProduct[product, default: []].append(group)
      }
    default: break
    }
  }

  private func ofProduct(_ name: String, _ text: String) {
    switch name {
    case "SUPPLIER_AID", "SUPPLIER_PID":
      if path.count == 4 { record?.add(text, as: "SUPPLIER_PID") }
    case "DESCRIPTION_SHORT", "DESCRIPTION_LONG": described(name, text)
    case "EAN": record?.add(text, as: "GTIN")
    case "INTERNATIONAL_PID", "INTERNATIONAL_AID":
      let isGTIN = ["gtin", "ean", "upc", "gtin-13", "gtin13", ""].contains(type.lowercased())
      record?.add(text, as: isGTIN ? "GTIN" : name)
    case "MANUFACTURER_AID", "MANUFACTURER_PID": record?.add(text, as: "MANUFACTURER_PID")
    case "ORDER_UNIT", "CONTENT_UNIT", "NO_CU_PER_OU", "PRICE_QUANTITY": order[name] = text.trimmed
    case "KEYWORD", "MANUFACTURER_NAME", "MANUFACTURER_TYPE_DESCR", "DELIVERY_TIME", "REMARKS",
      "ERP_GROUP_BUYER", "ERP_GROUP_SUPPLIER", "QUANTITY_MIN", "QUANTITY_INTERVAL",
      "CUSTOMS_TARIFF_NUMBER", "COUNTRY_OF_ORIGIN":
      record?.add(text, as: name)
    case "FNAME", "FUNIT", "REFERENCE_FEATURE_SYSTEM_NAME", "REFERENCE_FEATURE_GROUP_ID",
      "PRICE_AMOUNT", "PRICE_CURRENCY", "TAX", "LOWER_BOUND", "MIME_TYPE", "MIME_SOURCE":
      if values[name] == nil { values[name] = text }
    case "FVALUE": features.append(text)
    case "FEATURE": feature()
    case "ARTICLE_FEATURES", "PRODUCT_FEATURES": classified()
    case "ARTICLE_PRICE", "PRODUCT_PRICE": priced()
    case "MIME": pictured()
    default:
      if let own = BMEcatExtension(name: name) { record?.add(text, as: own.name) }
    }
  }

  /// The first language is the file's; others have columns of their own.
  private func described(_ name: String, _ text: String) {
    if record?[name] == nil {
      record?.add(text, as: name)
    } else if let language {
      record?.add(text, as: "\(name) [\(language)]")
    }
  }

  private func feature() {
    guard let name = values["FNAME"], !name.isEmpty else { return }
    let unit = values["FUNIT"].map { " \($0)" } ?? ""
    let column = catalogue.column(ofFeature: name)
    for value in features where !value.isEmpty { record?.add(value + unit, as: column) }
    values["FNAME"] = nil
    values["FUNIT"] = nil
    features = []
  }

  private func classified() {
    guard let system = values["REFERENCE_FEATURE_SYSTEM_NAME"],
      let group = values["REFERENCE_FEATURE_GROUP_ID"]
    else { return }
    if catalogue.systems.contains(system) {
      if let path = catalogue.path(of: group) { record?.add(path, as: "GROUP") }
    } else {
      record?.add(group, as: system)
    }
  }

  private func priced() {
    guard let amount = values["PRICE_AMOUNT"] else { return }
    let bound = Self.quantity(values["LOWER_BOUND"] ?? "1")
    if bound == "1" || bound == "0" {
      if isFirst { catalogue.priceTypes.insert(priceType) }
      let column = BMEcat.priceColumn(priceType)
      guard record?[column] == nil else { return }
      record?.add(amount, as: column, kind: .number)
      if record?["PRICE_CURRENCY"] == nil {
        record?.add(values["PRICE_CURRENCY"] ?? catalogue.currency, as: "PRICE_CURRENCY")
      }
      if let tax = values["TAX"], record?["TAX"] == nil { record?.add(tax, as: "TAX") }
    } else {
      let column = "PRICE_AMOUNT (\(priceType.isEmpty ? "" : priceType + ", ")\(bound)+)"
      if record?[column] == nil { record?.add(amount, as: column, kind: .number) }
    }
  }

  /// From which on a price is; what no number can be, stays as it is.
  private static func quantity(_ text: String) -> String {
    guard let number = Double(text) else { return "1" }
    return Int(exactly: number.rounded(.towardZero)).map(String.init) ?? text
  }

  private func pictured() {
    guard let source = values["MIME_SOURCE"] else { return }
    let endings = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".tif", ".tiff", ".bmp"]
    let isPicture = values["MIME_TYPE"].map { $0.hasPrefix("image/") || $0 == "jpg" } ?? false
    let whole = source.contains("://") || root.isEmpty ? source : root.withoutSlash + "/" + source
    if isPicture || endings.contains(where: source.lowercased().hasSuffix) {
      record?.add(whole, as: "MIME_SOURCE")
    } else {
      record?.add(whole, as: "MIME_SOURCE (\(values["MIME_TYPE"] ?? ""))")
    }
  }

  private func finish() {
    for group in catalogue.groupsOfProduct[record?["SUPPLIER_PID"]?.text ?? ""] ?? [] {
      if let path = catalogue.path(of: group) { record?.add(path, as: "GROUP") }
    }
    ordered()
    add(record)
    record = nil
  }

  /// A price is that of so many order units, and one of these may hold several of another unit: together that is a pack.
  /// What says nothing of it stays as it is written.
  private func ordered() {
    var (unit, pack) = (order["ORDER_UNIT"], Self.size(order["PRICE_QUANTITY"]))
    if pack != nil { order["PRICE_QUANTITY"] = nil }
    let content = order["CONTENT_UNIT"]
    // What goes by the metre or the kilogram does so whatever else it is measured in.
    if let count = Self.size(order["NO_CU_PER_OU"]), !UnitWords.isMeasure(unit),
      UnitWords.isMeasure(content) || count != 1 || catalogue.isOurs
    {
      (unit, pack) = (content, (pack ?? 1) * count)
      (order["NO_CU_PER_OU"], order["CONTENT_UNIT"]) = (nil, nil)
    } else if pack == 1 {
      pack = nil
    }
    if let unit, UnitWords.isMeasure(unit) {
      record?.add(unit, as: "UNIT")
      if order["ORDER_UNIT"] == unit { order["ORDER_UNIT"] = nil }
    }
    if let pack { record?.add("\(pack)", as: "PACK", kind: .number) }
    // Ours has one because the format asks for it.
    if catalogue.isOurs { order["ORDER_UNIT"] = nil }
    for (name, text) in order.sorted(by: { $0.key < $1.key }) { record?.add(text, as: name) }
  }

  /// Exact, as a price may be that of 0.1 kg.
  private static func size(_ text: String?) -> Decimal? {
    guard let number = text.flatMap({ DecimalNumber($0) }) else { return nil }
    let size = Decimal(number.millionths) / 1_000_000
    return size > 0 ? size : nil
  }
}

extension String {
  fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

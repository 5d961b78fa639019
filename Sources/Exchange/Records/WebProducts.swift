// SPDX-License-Identifier: Apache-2.0
// Products as schema.org describes them, in the script of a saved page or marked in its text. A product with variants
// gives a row, and each of them one that names it; if nothing says what tells them apart, each is a product.

import Catalog

enum WebProducts {
  static let deepest = 60
  /// Where things are that are not on offer.
  static let others: Set<String> = ["review", "isRelatedTo", "isSimilarTo"]

  /// The products in the values of a page, wherever in them they are.
  static func records(in values: [JSONValue]) -> [Record] {
    var finder = Finder(things: WebThings(values))
    for value in values { finder.look(in: value, depth: 0) }
    return finder.records
  }

  static func known(_ column: String) -> KnownColumn? {
    switch column {
    case "name": KnownColumn(column, .field(.title))
    case "description": KnownColumn(column, .field(.description), isHTML: true)
    case "sku": KnownColumn(column, .field(.sku))
    case "gtin": KnownColumn(column, .field(.gtin))
    case "price": KnownColumn(column, .field(.price))
    case "priceCurrency": KnownColumn(column, .currency)
    case "image": KnownColumn(column, .pictures, separator: Record.separator)
    case "category":
      KnownColumn(column, .field(.category), separator: Record.separator, pathSeparator: " > ")
    case "keywords": KnownColumn(column, .field(.tags), separator: Record.separator)
    case "stock": KnownColumn(column, .field(.stock))
    case productKey, "inProductGroupWithID": KnownColumn(column, .leftOut)
    case variantOf: KnownColumn(column, .variantOf(column: productKey))
    case "url": .custom(column, kind: .link)
    case "lowPrice", "highPrice": .custom(column, kind: .money)
    default: option(column) ?? .custom(column, separator: Record.separator)
    }
  }

  private static let productKey = "productGroupID"
  private static let variantOf = "isVariantOf"

  private static func option(_ column: String) -> KnownColumn? {
    for number in 1...mostOptions {
      if column == optionName(number) { return KnownColumn(column, .optionName(number)) }
      if column == optionValue(number) { return KnownColumn(column, .optionValue(number)) }
    }
    return nil
  }

  private static let mostOptions = 8
  private static func optionName(_ number: Int) -> String { "Option \(number) name" }
  private static func optionValue(_ number: Int) -> String { "Option \(number) value" }

  /// How the rows of a page belong together.
  static func rows(of records: [Record]) -> KnownRows {
    records.contains { $0[variantOf] != nil } ? .variantsApart : .productEach
  }

  private struct Finder {
    let things: WebThings
    var records: [Record] = []

    mutating func look(in value: JSONValue, depth: Int) {
      guard depth < WebProducts.deepest else { return }
      switch value {
      case .list(let values): for value in values { look(in: value, depth: depth + 1) }
      case .object(let members):
        let types = value.types
        if types.contains("ProductGroup")
          || (types.contains("Product") && value["hasVariant"] != nil)
        {
          group(value)
        } else if things.isVariant(value) {
          return
        } else if !types.isDisjoint(with: [
          "Product", "IndividualProduct", "ProductModel", "SomeProducts", "Vehicle", "Book", "Car",
        ]) && (value["name"] != nil || value["sku"] != nil || value["offers"] != nil) {
          add(value)
        } else {
          for (key, member) in members where !WebProducts.others.contains(key) {
            look(in: member, depth: depth + 1)
          }
        }
      default: break
      }
    }

    private mutating func group(_ group: JSONValue) {
      let variants = things.variants(of: group).filter {
        if case .object = $0 { true } else { false }
      }
      guard !variants.isEmpty else { return add(group) }
      let records = variants.map(record)
      let options = records.count > 1 ? options(of: records, in: group) : []
      guard !options.isEmpty else {
        return variants.forEach { add(withWhatIsShared($0, by: group)) }
      }
      var head = record(of: group)
      // A code names one of them.
      for code in ["sku", "gtin"]
      where records.contains(where: { $0[code] == head[code] }) {
        head.set("", as: code)
      }
      let key = "\(self.records.count + 1)"
      head.set(key, as: WebProducts.productKey)
      self.records.append(head)
      for var record in records {
        for (index, option) in options.enumerated() {
          guard let value = record[option]?.text else { continue }
          record.set("", as: option)
          record.set(option, as: WebProducts.optionName(index + 1))
          record.set(value, as: WebProducts.optionValue(index + 1))
        }
        // What it has like all others, it takes from its product.
        for (column, cell) in head.values where cell == record[column] {
          record.set("", as: column)
        }
        record.set(key, as: WebProducts.variantOf)
        self.records.append(record)
      }
    }

    /// In what the variants of a product differ: what it says, or else what usually tells goods apart.
    private func options(of variants: [Record], in group: JSONValue) -> [String] {
      let said = (group["variesBy"]?.all ?? []).compactMap {
        $0.words.split { "/#:".contains($0) }.last.map(String.init)
      }
      let usual = ["size", "color", "material", "pattern"]
      func differs(_ column: String) -> Bool { Set(variants.map { $0[column]?.text }).count > 1 }
      var options: [String] = []
      for column in said.isEmpty ? usual : said
      where !options.contains(column) && differs(column) { options.append(column) }
      return Array(options.prefix(WebProducts.mostOptions))
    }

    /// A variant with what its product says for all.
    private func withWhatIsShared(_ variant: JSONValue, by group: JSONValue) -> JSONValue {
      guard case .object(let own) = variant, case .object(let shared) = group else {
        return variant
      }
      let left = Set(own.map(\.key)).union([
        "hasVariant", "variesBy", "@type", "@id", "sku", "offers", "@context",
      ])
      return .object(own + shared.filter { !left.contains($0.key) })
    }

    private mutating func add(_ product: JSONValue) {
      let record = record(of: product)
      if !record.isEmpty { records.append(record) }
    }

    private func record(of product: JSONValue) -> Record {
      var record = Record(1)
      let simple = [
        "name", "description", "sku", "mpn", "color", "size", "material", "pattern", "model",
        "productID", "url", "releaseDate", "productGroupID", "inProductGroupWithID",
      ]
      for key in simple {
        for value in product[key]?.all ?? [] { record.add(value.words, as: key) }
      }
      let codes = ["gtin", "gtin13", "gtin14", "gtin12", "gtin8", "isbn", "ean"]
      if let code = codes.lazy.compactMap({ product[$0]?.all.first?.text }).first {
        record.add(code.filter { !$0.isWhitespace && $0 != "-" }, as: "gtin")
      }
      for key in ["brand", "manufacturer", "author", "weight", "width", "height", "depth"] {
        for value in things.all(product[key]) { record.add(value.words, as: key) }
      }
      for value in product["category"]?.all ?? [] {
        record.add(value.words.replacing(" / ", with: " > "), as: "category")
      }
      for value in product["keywords"]?.all ?? [] {
        for word in value.words.split(separator: ",") { record.add(String(word), as: "keywords") }
      }
      for image in things.all(product["image"]) {
        record.add(
          image.text ?? (image["contentUrl"] ?? image["url"] ?? image["@id"])?.words ?? "",
          as: "image")
      }
      for property in product["additionalProperty"]?.all ?? [] {
        guard let name = property["name"]?.words, !name.isEmpty else { continue }
        let unit = (property["unitText"] ?? property["unitCode"])?.text.map { " \($0)" } ?? ""
        record.add((property["value"]?.words ?? "") + unit, as: name)
      }
      offers(things.all(product["offers"]), in: &record)
      return record
    }

    private func offers(_ offers: [JSONValue], in record: inout Record) {
      for offer in offers {
        if offer.types.contains("AggregateOffer"), offer["price"] == nil {
          self.offers(things.all(offer["offers"]), in: &record)
          for key in ["lowPrice", "highPrice"] where record[key] == nil {
            record.add(offer[key]?.words ?? "", as: key)
          }
        }
        let specification = things.all(offer["priceSpecification"]).first
        let price = offer["price"] ?? specification?["price"]
        // The first offer is the shop's own.
        if record["price"] == nil { record.add(price?.words ?? "", as: "price") }
        for (key, value) in [
          ("priceCurrency", offer["priceCurrency"] ?? specification?["priceCurrency"]),
          ("availability", offer["availability"]), ("itemCondition", offer["itemCondition"]),
          ("sku", offer["sku"]), ("gtin", offer["gtin13"] ?? offer["gtin"]),
          ("stock", offer["inventoryLevel"]?["value"]),
        ] where record[key] == nil {
          // “https://schema.org/InStock”
          let words = value?.words ?? ""
          let isTerm = words.contains("schema.org/")
          record.add(
            isTerm ? words.split(separator: "/").last.map(String.init) ?? "" : words, as: key)
        }
      }
    }
  }
}

extension JSONValue {
  /// The types of a thing, without the address of their vocabulary.
  var types: Set<String> {
    Set(
      (self["@type"]?.all ?? []).compactMap {
        $0.text?.split { "/#:".contains($0) }.last.map(String.init)
      })
  }

  /// A value as people would write it: of a thing its name, of a measure its number and unit.
  var words: String {
    switch self {
    case .object:
      if let name = (self["name"] ?? self["@value"])?.text { return HTMLEntities.decoded(name) }
      if let value = self["value"]?.text {
        return value + ((self["unitText"] ?? self["unitCode"])?.text.map { " \($0)" } ?? "")
      }
      return (self["url"] ?? self["@id"])?.text ?? ""
    case .list(let values): return values.map(\.words).joined(separator: ", ")
    default: return HTMLEntities.decoded(text ?? "")
    }
  }
}

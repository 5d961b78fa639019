// SPDX-License-Identifier: Apache-2.0
// BMEcat 2005, as wholesalers' systems read it: the tree of groups first, then the products, and at the end which product
// is in which group.

import Catalog
import Foundation

final class BMEcatWriter: FamilyWriter {
  private let fields: [CustomField]
  /// The categories with those around them, in the order of the tree; a group's number is its place.
  private let groups: [CategoryPath]
  private let numbers: [CategoryPath: Int]
  private var buffer: OutputBuffer
  private var replaced = 0
  /// What stands behind the products, outside the memory until then.
  private let members: TemporaryFile
  private var memberBuffer: OutputBuffer

  init(
    _ fields: [CustomField], _ categories: [CategoryPath], to output: @escaping OutputBuffer.Output
  ) throws {
    self.fields = fields
    var groups: [CategoryPath] = []
    var numbers: [CategoryPath: Int] = [:]
    func add(_ category: CategoryPath) {
      guard numbers[category] == nil else { return }
      if let parent = category.parent { add(parent) }
      groups.append(category)
      numbers[category] = groups.count + 1
    }
    categories.forEach(add)
    (self.groups, self.numbers) = (groups, numbers)
    buffer = OutputBuffer(output)
    let members = try TemporaryFile()
    self.members = members
    memberBuffer = OutputBuffer { _ = try members.append(Array($0)) }
  }

  var faults: [ExportFault] { replaced > 0 ? [.characters(replaced)] : [] }

  func begin() throws {
    buffer.bytes += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8
    open("BMECAT version=\"2005\" xmlns=\"http://www.bmecat.org/bmecat/2005\"")
    open("HEADER")
    open("CATALOG")
    element("LANGUAGE", "und")
    element("CATALOG_ID", "1")
    element("CATALOG_VERSION", "1.0")
    element("CATALOG_NAME", OwnTable.catalogueName)
    close("CATALOG")
    open("SUPPLIER")
    element("SUPPLIER_NAME", "Vitrine")
    close("SUPPLIER")
    extensions {
      for field in fields {
        let column = TableColumn.field(.custom(field))
        element(BMEcatExtension.field.name, OwnHead.name(of: column, sayingKinds: true))
      }
    }
    close("HEADER")
    open("T_NEW_CATALOG")
    open("CATALOG_GROUP_SYSTEM")
    group("1", "Products", parent: "0", type: "root")
    let parents = Set(groups.compactMap(\.parent))
    for (place, category) in groups.enumerated() {
      let parent = category.parent.flatMap { numbers[$0] } ?? 1
      group(
        "\(place + 2)", category.components.last ?? "", parent: "\(parent)",
        type: parents.contains(category) ? "node" : "leaf")
    }
    close("CATALOG_GROUP_SYSTEM")
  }

  private func group(_ id: String, _ name: String, parent: String, type: String) {
    open("CATALOG_STRUCTURE type=\"\(type)\"")
    element("GROUP_ID", id)
    element("GROUP_NAME", ShopText.line(name))
    element("PARENT_ID", parent)
    close("CATALOG_STRUCTURE")
  }

  func write(_ family: ProductFamily, pictures: (Product) -> [String]) throws {
    for product in family.products {
      let head = product.id == family.head.id ? nil : family.head
      try write(product, of: head, pictures: pictures(product))
    }
  }

  func end() throws {
    try memberBuffer.flush()
    for place in stride(from: 0, to: members.length, by: Self.pieceOfFile) {
      let count = min(Self.pieceOfFile, members.length - place)
      buffer.bytes += try members.bytes(at: place, count: count)
      try buffer.flushIfFull()
    }
    close("T_NEW_CATALOG")
    close("BMECAT")
    try buffer.flush()
  }

  private static let pieceOfFile = 256 << 10

  private func add(_ sku: String, to group: Int) throws {
    var bytes: [UInt8] = []
    swap(&bytes, &buffer.bytes)
    open("PRODUCT_TO_CATALOGGROUP_MAP")
    element("PROD_ID", sku)
    element("CATALOG_GROUP_ID", "\(group)")
    close("PRODUCT_TO_CATALOGGROUP_MAP")
    swap(&bytes, &buffer.bytes)
    memberBuffer.bytes += bytes
    try memberBuffer.flushIfFull()
  }

  // MARK: Products

  /// As long as a number may be there.
  private static func number(of product: Product) -> String {
    product.sku?.text ?? product.id.uuidString.filter { $0 != "-" }
  }

  private func write(_ product: Product, of head: Product?, pictures: [String]) throws {
    let sku = Self.number(of: product)
    if let number = product.category.flatMap({ numbers[$0] }) { try add(sku, to: number) }
    open("PRODUCT mode=\"new\"")
    element("SUPPLIER_PID", sku)
    open("PRODUCT_DETAILS")
    element("DESCRIPTION_SHORT", ShopText.line(product.title.text))
    element("DESCRIPTION_LONG", ShopText.lines(product.description.text))
    if let gtin = product.gtin { element("INTERNATIONAL_PID", gtin.text, with: " type=\"gtin\"") }
    for tag in product.tags { element("KEYWORD", ShopText.line(tag.text)) }
    close("PRODUCT_DETAILS")
    writeFeatures(of: product)
    open("PRODUCT_ORDER_DETAILS")
    let unit = product.unit.flatMap { Self.units[$0.symbol] } ?? Self.piece
    if let size = product.packSize {
      element("ORDER_UNIT", Self.pack)
      element("CONTENT_UNIT", unit)
      element("NO_CU_PER_OU", size.value.text)
    } else {
      element("ORDER_UNIT", unit)
    }
    close("PRODUCT_ORDER_DETAILS")
    if let price = product.price {
      open("PRODUCT_PRICE_DETAILS")
      open("PRODUCT_PRICE price_type=\"nrp\"")
      element("PRICE_AMOUNT", price.decimalText)
      element("PRICE_CURRENCY", price.currency.code)
      close("PRODUCT_PRICE")
      close("PRODUCT_PRICE_DETAILS")
    }
    if !pictures.isEmpty {
      open("MIME_INFO")
      for picture in pictures {
        open("MIME")
        element("MIME_SOURCE", picture)
        close("MIME")
      }
      close("MIME_INFO")
    }
    extensions { writeExtensions(of: product, head) }
    if let head {
      open("PRODUCT_REFERENCE type=\"base_product\"")
      element("PROD_ID_TO", Self.number(of: head))
      close("PRODUCT_REFERENCE")
    }
    close("PRODUCT")
    try buffer.flushIfFull()
  }

  private func writeExtensions(of product: Product, _ head: Product?) {
    func write(_ texts: [String], as own: BMEcatExtension) {
      for text in texts { element(own.name, text) }
    }
    write([product.id.uuidString], as: .id)
    for (field, name) in BMEcatExtension.fields {
      write(field.value(of: product).map { [ShopText.of($0, field.kind)] } ?? [], as: name)
    }
    write(product.options.names(among: fields), as: .options)
    guard let head else { return }
    write([head.id.uuidString], as: .variantOf)
    write(VariantPlace.names(of: product.variant?.taken ?? [], among: fields), as: .taken)
  }

  // The codes of the United Nations for what prices are by.
  private static let piece = "C62"
  private static let pack = "PK"
  private static let units = [
    "g": "GRM", "kg": "KGM", "oz": "ONZ", "lb": "LBR", "ml": "MLT", "cl": "CLT", "l": "LTR",
    "mm": "MMT", "cm": "CMT", "m": "MTR", "in": "INH", "ft": "FOT", "yd": "YRD", "cm²": "CMK",
    "m²": "MTK", "ft²": "FTK",
  ]

  private func writeFeatures(of product: Product) {
    let present = fields.filter { product.values[$0.id] != nil }
    guard !present.isEmpty else { return }
    open("PRODUCT_FEATURES")
    for field in present {
      open("FEATURE")
      element("FNAME", field.name)
      switch product.values[field.id] {
      case .tags(let tags): for tag in tags { element("FVALUE", ShopText.line(tag.text)) }
      case .number(let number):
        element("FVALUE", number.text)
        if case .number(let unit) = field.kind, !unit.isEmpty { element("FUNIT", unit) }
      case let value?: element("FVALUE", ShopText.of(value, field.kind))
      case nil: break
      }
      close("FEATURE")
    }
    close("PRODUCT_FEATURES")
  }

  // MARK: Elements

  private func extensions(_ body: () -> Void) {
    open("USER_DEFINED_EXTENSIONS")
    body()
    close("USER_DEFINED_EXTENSIONS")
  }

  private func open(_ tag: String) { buffer.bytes += "<\(tag)>\n".utf8 }
  private func close(_ name: String) { buffer.bytes += "</\(name)>\n".utf8 }

  /// Left out if there is nothing in it.
  private func element(_ name: String, _ text: String, with attributes: String = "") {
    guard !text.isEmpty else { return }
    buffer.bytes += "<\(name)\(attributes)>".utf8
    replaced += XMLText.append(text, to: &buffer.bytes)
    buffer.bytes += "</\(name)>\n".utf8
  }
}

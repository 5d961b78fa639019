// SPDX-License-Identifier: Apache-2.0
// The built-in fields, each described once. To add one: a property of `Product`, a description
// here, a migration for its columns, its name in `Wording`.

extension ProductField {
  /// All of them, in the order in which they are shown and exported.
  public static let all = [
    title, description, category, tags, sku, gtin, price, unit, packSize, stock, minimumStock, year,
    supplier,
  ]

  public static let title = ProductField(
    "title", .line, path: \.title, isFolded: true, searched: .title, order: ["title_key"],
    index: Index(name: "product_by_title"), isRequired: true, isForMany: false
  ) { try ProductTitle($0?.text() ?? "") }

  public static let description = ProductField(
    "description", .text, path: \.description, searched: .description
  ) { try FreeText(description: $0?.text() ?? "") }

  public static let category = ProductField(
    "category", .category, path: \.category, searched: .tags, order: ["category", "title_key"],
    index: Index(name: "product_by_category")
  ) { try CategoryPath($0.category().text) }

  /// Stored in a table of their own.
  public static let tags = ProductField("tags", .tags, path: \.tags, columns: [], searched: .tags) {
    try $0?.tags() ?? Tags()
  }

  public static let sku = ProductField(
    "sku", .line, path: \.sku, searched: .codes, order: ["sku"],
    index: Index(name: "product_by_code", ignoresCase: true), isForMany: false
  ) { try SKU($0.text()) }

  public static let gtin = ProductField(
    "gtin", .code(.gtin), path: \.gtin, searched: .codes, order: ["gtin"],
    index: Index(name: "product_by_gtin"), isForMany: false
  ) { try GTIN($0.text()) }

  public static let price = ProductField(
    "price", .money, path: \.price, columns: ["price", "currency"],
    exchangeKeys: ["price", "currency"],
    order: ["currency", "price"], index: Index(name: "product_by_price")
  ) {
    let price = try $0.money()
    return try Price(minorUnits: price.minorUnits, currency: Currency(price.currency.code))
  }

  /// Empty for pieces. Without a pack size, price and stock are in this unit.
  public static let unit = ProductField("unit", .choice(SaleUnit.symbols), path: \.unit) {
    try SaleUnit($0.text())
  }

  /// With one, price and stock are those of packs.
  public static let packSize = ProductField("packSize", .number(unit: ""), path: \.packSize) {
    try Quantity(packSize: $0.number())
  }

  public static let stock = ProductField(
    "stock", .number(unit: ""), path: \.stock, order: ["stock"],
    index: Index(name: "product_by_stock")
  ) { try Quantity(stock: $0.number()) }

  public static let minimumStock = ProductField(
    "minimumStock", .number(unit: ""), path: \.minimumStock
  ) { try Quantity(minimum: $0.number()) }

  public static let year = ProductField(
    "year", .year, path: \.year, exchangeKeys: ["yearIntroduced"], order: ["year"],
    index: Index(name: "product_by_year")
  ) { try IntroductionYear($0.integer()) }

  public static let supplier = ProductField(
    "supplier", .line, path: \.supplier, isFolded: true, searched: .fields, order: ["supplier_key"],
    index: Index(name: "product_by_supplier")
  ) { try LineText($0.text(), for: InvalidValue.Field("supplier")) }

  /// Of which product it is a variant. Not a field that people fill in, but stored, recorded and undone
  /// like one; so are the options.
  static let variant = ProductField(
    "variant", .line, path: \.variant, columns: ["head", "taken"], exchangeKeys: [],
    isForMany: false
  ) { try VariantPlace($0.text()) }

  static let options = ProductField(
    "options", .line, path: \.options, exchangeKeys: [], isForMany: false
  ) { try VariantOptions(text: $0?.text() ?? "") }

  /// How products belong together.
  static let structure = [variant, options]

  /// The field with this name.
  public static func named(_ name: String) -> ProductField? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The fields that have columns in the table `product`.
  static let stored = (all + structure).filter(\.isStoredWithProduct)
}

extension FieldID {
  public static let title = ProductField.title.id
  public static let description = ProductField.description.id
  public static let category = ProductField.category.id
  public static let tags = ProductField.tags.id
  public static let sku = ProductField.sku.id
  public static let gtin = ProductField.gtin.id
  public static let price = ProductField.price.id
  public static let unit = ProductField.unit.id
  public static let packSize = ProductField.packSize.id
  public static let stock = ProductField.stock.id
  public static let minimumStock = ProductField.minimumStock.id
  public static let year = ProductField.year.id
  public static let supplier = ProductField.supplier.id
}

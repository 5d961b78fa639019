// What there is to know of one field of a product: its kind, where it is kept, how it is found. The
// fields themselves are in `ProductField+List`; whatever treats fields alike (SQL, history, search,
// exchange, forms, columns, options) is made from these descriptions, so that a field is described
// once.

import Foundation

/// One field of a product that comes with the program.
public struct ProductField: Sendable {
  /// The name under which drafts, saved lists and the command line know it. Never changed, never
  /// given a second meaning.
  public let name: String
  public let kind: FieldKind
  /// Whether every product has a value in it.
  public let isRequired: Bool
  /// Whether its columns are NULL where a product has none; else they have an empty text.
  let isNullable: Bool
  /// Whether one value for many products makes sense.
  public let isForMany: Bool
  /// What it is called in a line of an export; money has a second key for its currency.
  public let exchangeKeys: [String]

  /// The columns of the table `product` that hold it; none where it has a table of its own.
  let columns: [String]
  /// One more that has the text without case and accents, for sorting.
  let foldedColumn: String?
  /// Where the full-text index has its words.
  let searched: SearchColumn?
  /// The columns that a list in the order of this field is sorted by; none where there is no such
  /// order.
  let order: [String]
  let index: Index?

  private let access: Access

  public var id: FieldID { .builtIn(name) }
  public var sorts: Bool { !order.isEmpty && index != nil }
  /// The column that tells whether there is a value: of several the one that its index begins with.
  var tellingColumn: String? { foldedColumn ?? columns.last }
  /// Whether a row of a list has its value.
  public var isListed: Bool { !columns.isEmpty && kind != .text }

  /// An index of the table `product` that begins with the field's first column.
  struct Index: Sendable {
    let name: String
    /// Whether products without a value are in it, too.
    var hasBlanks = true
  }

  // MARK: Values

  /// The product's value in this field.
  public func value(of product: Product) -> FieldValue? { access.value(product) }

  /// Gives the product another value; throws where this field cannot have it.
  public func set(_ value: FieldValue?, in product: inout Product) throws {
    try access.set(value, &product)
  }

  /// Reads what a person typed; blank is no value. Throws where this field cannot have it.
  public func value(from text: String, style: WritingStyle = .neutral) throws -> FieldValue? {
    var product = Product.blank
    switch kind {
    // These have types of their own, which say best what is wrong.
    case .line, .text:
      try set(text.contains { !$0.isWhitespace } ? .text(text) : nil, in: &product)
    default:
      try set(kind.value(from: text, style: style, for: InvalidValue.Field(name)), in: &product)
    }
    return value(of: product)
  }

  /// The product's value as a person would type it; empty for none.
  public func text(of product: Product, style: WritingStyle = .neutral) -> String {
    value(of: product).map { kind.text(of: $0, style: style) } ?? ""
  }

  public func isSame(_ a: Product, _ b: Product) -> Bool { access.isSame(a, b) }

  func copy(from source: Product, to product: inout Product) { access.copy(source, &product) }

  /// Every column that is written with it.
  var writtenColumns: [String] { columns + [foldedColumn].compactMap(\.self) }

  /// Adds what those hold, one value for each.
  func store(_ product: Product, in values: inout [(any Bindable)?]) {
    access.store(product, &values)
  }

  /// Takes the value out of a row that has the columns.
  func read(_ row: Row, into product: inout Product) { access.read(row, &product) }

  func isAt(_ path: AnyKeyPath) -> Bool { access.path == path }

  private struct Access: Sendable {
    let path: AnyKeyPath & Sendable
    let value: @Sendable (Product) -> FieldValue?
    let set: @Sendable (FieldValue?, inout Product) throws -> Void
    let copy: @Sendable (Product, inout Product) -> Void
    let isSame: @Sendable (Product, Product) -> Bool
    let store: @Sendable (Product, inout [(any Bindable)?]) -> Void
    let read: @Sendable (Row, inout Product) -> Void
  }

  // MARK: Describing

  /// A field whose property always has something, if only an empty text.
  ///
  /// - Parameters:
  ///   - columns: what holds it, where that is not one column called like the field.
  ///   - isFolded: whether one more column, `…_key`, has the text without case and accents, for
  ///     sorting.
  ///   - make: checks a value; nil stands for none.
  init<Content: FieldContent>(
    _ name: String, _ kind: FieldKind, _ path: WritableKeyPath<Product, Content> & Sendable,
    columns: [String]? = nil, isFolded: Bool = false, exchangeKeys: [String]? = nil,
    searched: SearchColumn? = nil, order: [String] = [], index: Index? = nil,
    isRequired: Bool = false, isForMany: Bool = true,
    make: @escaping @Sendable (FieldValue?) throws -> Content
  ) {
    let columns = columns ?? [Self.words(of: name, joinedBy: "_")]
    self.init(
      name, kind, columns: columns, foldedColumn: isFolded ? "\(columns[0])_key" : nil,
      exchangeKeys: exchangeKeys ?? [name], searched: searched, order: order, index: index,
      isRequired: isRequired, isNullable: false, isForMany: isForMany,
      access: Access(
        path: path,
        value: { $0[keyPath: path].fieldValue },
        set: { $1[keyPath: path] = try make($0) },
        copy: { $1[keyPath: path] = $0[keyPath: path] },
        isSame: { $0[keyPath: path] == $1[keyPath: path] },
        store: { product, values in
          let content = product[keyPath: path]
          Content.store(content, in: &values)
          if isFolded { values.append(content.sortKey) }
        },
        read: { $1[keyPath: path] = Content(stored: $0, columns) }))
  }

  /// A field that a product need not have.
  init<Content: FieldContent>(
    _ name: String, _ kind: FieldKind, _ path: WritableKeyPath<Product, Content?> & Sendable,
    columns: [String]? = nil, isFolded: Bool = false, exchangeKeys: [String]? = nil,
    searched: SearchColumn? = nil, order: [String] = [], index: Index? = nil,
    isForMany: Bool = true, make: @escaping @Sendable (FieldValue) throws -> Content
  ) {
    let columns = columns ?? [Self.words(of: name, joinedBy: "_")]
    self.init(
      name, kind, columns: columns, foldedColumn: isFolded ? "\(columns[0])_key" : nil,
      exchangeKeys: exchangeKeys ?? [name], searched: searched, order: order, index: index,
      isRequired: false, isNullable: true, isForMany: isForMany,
      access: Access(
        path: path,
        value: { $0[keyPath: path]?.fieldValue },
        set: { $1[keyPath: path] = try $0.map(make) },
        copy: { $1[keyPath: path] = $0[keyPath: path] },
        isSame: { $0[keyPath: path] == $1[keyPath: path] },
        store: { product, values in
          let content = product[keyPath: path]
          Content.store(content, in: &values)
          if isFolded { values.append(content?.sortKey) }
        },
        read: { row, product in
          let isEmpty = row.isNull(columns[0])
          product[keyPath: path] = isEmpty ? nil : Content(stored: row, columns)
        }))
  }

  private init(
    _ name: String, _ kind: FieldKind, columns: [String], foldedColumn: String?,
    exchangeKeys: [String],
    searched: SearchColumn?, order: [String], index: Index?, isRequired: Bool,
    isNullable: Bool, isForMany: Bool,
    access: Access
  ) {
    self.name = name
    self.kind = kind
    self.columns = columns
    self.foldedColumn = foldedColumn
    self.exchangeKeys = exchangeKeys
    self.searched = searched
    self.order = order
    self.index = index
    self.isRequired = isRequired
    self.isNullable = isNullable
    self.isForMany = isForMany
    self.access = access
  }
}

extension ProductField: Hashable, Identifiable {
  public static func == (a: ProductField, b: ProductField) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ProductField {
  /// The name with something between its words, such as `minimum_stock`.
  public func words(joinedBy separator: String) -> String {
    Self.words(of: name, joinedBy: separator)
  }

  private static func words(of name: String, joinedBy separator: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? separator + $1.lowercased() : String($1) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The description of a built-in field: its kind, where it is stored, how it is searched and sorted.
// The fields themselves are listed in `ProductField+List`. All code that treats fields alike (SQL,
// history, search, exchange, forms, columns, options) is driven by these descriptions, so that each
// field is described once.

import Foundation

/// A built-in field of a product. A class, because fields are passed on for every value of every
/// product.
public final class ProductField: Sendable {
  /// The name in drafts, saved lists and on the command line. It never changes and never gets
  /// another meaning.
  public let name: String
  public let kind: FieldKind
  /// Whether every product has a value.
  public let isRequired: Bool
  /// Whether an empty value is stored as NULL rather than as an empty text.
  let isNullable: Bool
  /// Whether it makes sense to give many products the same value.
  public let isForMany: Bool
  /// The keys in an exported line; money has a second one for its currency.
  public let exchangeKeys: [String]

  /// The columns in the table `product`; none if the field has a table of its own.
  let columns: [String]
  /// An additional column with the text folded for sorting.
  let foldedColumn: String?
  /// The column of the full-text index that contains its words.
  let searched: SearchColumn?
  /// The columns to sort by; empty if products cannot be sorted by this field.
  let order: [String]
  let index: Index?

  private let access: Access

  public var id: FieldID { .builtIn(name) }
  public var sorts: Bool { !order.isEmpty && index != nil }
  /// The column to test for a value; with several columns, the one its index begins with.
  var presenceColumn: String? { foldedColumn ?? columns.last }
  /// Whether it has columns of the table of products, not a table of its own.
  public var isStoredWithProduct: Bool { !columns.isEmpty }

  /// The index of the table `product` that begins with this field's column.
  struct Index: Sendable {
    let name: String
    /// Whether the letters of its first column are as good as small ones.
    var ignoresCase = false
  }

  // MARK: Values

  /// The product's value.
  public func value(of product: Product) -> FieldValue? { access.value(product) }

  /// Sets the product's value; throws if this field cannot have it.
  public func set(_ value: FieldValue?, in product: inout Product) throws {
    try access.set(value, &product)
  }

  /// Parses what a user typed; blank means no value. Throws if this field cannot have it.
  public func value(from text: String, style: WritingStyle = .neutral) throws -> FieldValue? {
    switch kind {
    // Their own types throw the more precise error.
    case .line, .text: try checked(text.isBlank ? nil : .text(text))
    default: try checked(kind.value(from: text, style: style, for: InvalidValue.Field(name)))
    }
  }

  /// The value as a product has it; throws if this field cannot have it.
  public func checked(_ value: FieldValue?) throws -> FieldValue? { try access.checked(value) }

  /// The product's value as a user would type it; empty if there is none.
  public func text(of product: Product, style: WritingStyle = .neutral) -> String {
    value(of: product).map { kind.text(of: $0, style: style) } ?? ""
  }

  public func isSame(_ a: Product, _ b: Product) -> Bool { access.isSame(a, b) }

  func copy(from source: Product, to product: inout Product) { access.copy(source, &product) }

  /// All columns to write, including the folded one.
  let writtenColumns: [String]

  /// Appends the values of `writtenColumns`.
  func store(_ product: Product, in values: inout [(any Bindable)?]) {
    access.store(product, &values)
  }

  /// Sets the value from a row that has the columns.
  func read(_ row: Row, into product: inout Product) { access.read(row, &product) }

  func isAt(_ path: AnyKeyPath) -> Bool { access.path == path }

  private struct Access: Sendable {
    let path: AnyKeyPath & Sendable
    let value: @Sendable (Product) -> FieldValue?
    let set: @Sendable (FieldValue?, inout Product) throws -> Void
    let checked: @Sendable (FieldValue?) throws -> FieldValue?
    let copy: @Sendable (Product, inout Product) -> Void
    let isSame: @Sendable (Product, Product) -> Bool
    let store: @Sendable (Product, inout [(any Bindable)?]) -> Void
    let read: @Sendable (Row, inout Product) -> Void
  }

  // MARK: Describing

  /// A field whose property is not optional, though its text may be empty.
  ///
  /// - Parameters:
  ///   - columns: the columns that store it, if not a single one named like the field.
  ///   - isFolded: whether another column, `…_key`, has the folded text for sorting.
  ///   - make: validates a value; nil stands for none.
  convenience init<Content: FieldContent>(
    _ name: String, _ kind: FieldKind, path: WritableKeyPath<Product, Content> & Sendable,
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
        checked: { try make($0).fieldValue },
        copy: { $1[keyPath: path] = $0[keyPath: path] },
        isSame: { $0[keyPath: path] == $1[keyPath: path] },
        store: { product, values in
          let content = product[keyPath: path]
          Content.store(content, in: &values)
          if isFolded { values.append(content.sortKey) }
        },
        read: { $1[keyPath: path] = Content(stored: $0, columns) }))
  }

  /// A field whose property is optional.
  convenience init<Content: FieldContent>(
    _ name: String, _ kind: FieldKind, path: WritableKeyPath<Product, Content?> & Sendable,
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
        checked: { try $0.map(make)?.fieldValue },
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
    writtenColumns = columns + [foldedColumn].compactMap(\.self)
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
  public static func == (a: ProductField, b: ProductField) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ProductField {
  /// The name's words with a separator, such as `minimum_stock`.
  public func words(joinedBy separator: String) -> String {
    Self.words(of: name, joinedBy: separator)
  }

  private static func words(of name: String, joinedBy separator: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? separator + $1.lowercased() : String($1) }
  }
}

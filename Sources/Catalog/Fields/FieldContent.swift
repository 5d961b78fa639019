// How the types that a product's properties have stand in a row of the table, and among the values
// of all fields. Each of them checks itself when it is made from anything outside; what is in the
// table was checked before.

/// A type that a property of `Product` can have.
protocol FieldContent: Hashable, Sendable {
  /// Itself as a value of any field; nil for an empty one.
  var fieldValue: FieldValue? { get }
  /// The text by which it is sorted.
  var sortKey: String? { get }
  /// Adds what its columns hold.
  static func store(_ content: Self?, in values: inout [(any Bindable)?])
  /// Out of a row in which it has these columns.
  init(stored row: Row, _ columns: [String])
}

extension FieldContent {
  var sortKey: String? { nil }
}

// MARK: Texts

protocol TextContent: FieldContent {
  var text: String { get }
  init(stored text: String)
}

extension TextContent {
  var fieldValue: FieldValue? { text.isEmpty ? nil : .text(text) }
  var sortKey: String? { text.folded }

  static func store(_ content: Self?, in values: inout [(any Bindable)?]) {
    values.append(content?.text)
  }

  init(stored row: Row, _ columns: [String]) {
    self.init(stored: row.text(columns[0]))
  }
}

extension LineText: TextContent {}
extension ProductTitle: TextContent {}
extension FreeText: TextContent {}
extension SKU: TextContent {}
extension GTIN: TextContent {}

extension CategoryPath: TextContent {
  var fieldValue: FieldValue? { .category(self) }
}

// MARK: Numbers

protocol IntegerContent: FieldContent {
  var value: Int { get }
  init(stored value: Int)
}

extension IntegerContent {
  var fieldValue: FieldValue? { .integer(value) }

  static func store(_ content: Self?, in values: inout [(any Bindable)?]) {
    values.append(content?.value)
  }

  init(stored row: Row, _ columns: [String]) {
    self.init(stored: row.int(columns[0]))
  }
}

extension StockCount: IntegerContent {}
extension IntroductionYear: IntegerContent {}

// MARK: Others

extension Price: FieldContent {
  var fieldValue: FieldValue? { .money(self) }

  static func store(_ content: Price?, in values: inout [(any Bindable)?]) {
    values.append(content?.minorUnits)
    values.append(content?.currency.code)
  }

  init(stored row: Row, _ columns: [String]) {
    self.init(
      storedMinorUnits: row.int64(columns[0]), currency: Currency(stored: row.text(columns[1])))
  }
}

extension Tags: FieldContent {
  var fieldValue: FieldValue? { isEmpty ? nil : .tags(self) }

  // Rows of a table of their own.
  static func store(_ content: Tags?, in values: inout [(any Bindable)?]) {}

  init(stored row: Row, _ columns: [String]) {
    self.init()
  }
}

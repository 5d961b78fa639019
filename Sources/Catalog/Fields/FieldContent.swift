// SPDX-License-Identifier: Apache-2.0
// How the types of a product's properties are stored in a row, and how they convert to
// `FieldValue`. They validate themselves when created from outside data; what is in the table was
// validated before.

/// A type of a property of `Product`.
protocol FieldContent: Hashable, Sendable {
  /// The same as a field's value; nil if empty.
  var fieldValue: FieldValue? { get }
  /// The text it is sorted by.
  var sortKey: String? { get }
  /// Appends the values of its columns.
  static func store(_ content: Self?, in values: inout [(any Bindable)?])
  /// Reads it from a row with these columns.
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
extension SaleUnit: TextContent {
  var text: String { symbol }
}

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

extension IntroductionYear: IntegerContent {}

extension Quantity: FieldContent {
  var fieldValue: FieldValue? { .number(value) }

  static func store(_ content: Quantity?, in values: inout [(any Bindable)?]) {
    values.append(content?.value.millionths)
  }

  init(stored row: Row, _ columns: [String]) {
    self.init(storedMillionths: row.int64(columns[0]))
  }
}

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

  // Tags are rows of their own table.
  static func store(_ content: Tags?, in values: inout [(any Bindable)?]) {}

  init(stored row: Row, _ columns: [String]) {
    self.init()
  }
}

// SPDX-License-Identifier: Apache-2.0
// A column of a list as it was understood: what becomes of its values, and how they are read.

import Catalog

public struct UnderstoodColumn: Sendable, Equatable {
  public enum Target: Sendable, Equatable {
    case field(ProductField)
    /// A field of the catalogue, or one that the import makes.
    case custom(CustomField)
    case id
    /// What a table that Vitrine wrote says of how products belong together.
    case structure(TableColumn)
    /// The category below that of the column to the left.
    case subcategory
    /// The currency of the price.
    case currency
    case pictures
    case note
    case language
    /// For putting rows together; nothing of it is kept.
    case grouping
    case leftOut
  }

  public var name: String
  public var target: Target
  /// The field that its values go to, by its name; nil if there is none.
  public var field: String? {
    switch target {
    case .field(let field): field.name
    case .custom(let field): field.name
    case .id: "id"
    case .structure(let column): column.name
    case .subcategory: ProductField.category.name
    case .currency: "currency"
    case .pictures: "images"
    case .note: "notes"
    case .language, .grouping, .leftOut: nil
    }
  }

  /// The first values, as the list has them.
  public var examples: [String] = []

  var reading = Reading()

  /// How the values are read.
  struct Reading: Sendable, Equatable {
    var decimalMark: Character?
    /// What amounts without a currency are in.
    var currency: String?
    var dayOrder: DayText.Order?
    /// Whether bare numbers are days, as a spreadsheet counts them.
    var countsDays = false
    var countsFrom1904 = false
    /// Whether 0.19 is 19 %; nil if it is as it is.
    var isFraction = false
    var repairsCodes = false
    /// Whether the short form of a UPC stands for the whole one.
    var expandsCodes = false
    /// Whether a person said that rows are refused whose cells can't be read.
    var refusesRows = false
    /// What the head says that amounts count.
    var unit: String?
    /// Between several values in a cell.
    var separator: String?
    var pathSeparator: String?
    var rootCategory: String?
    /// Whether it has addresses of pictures on the web: one on each line.
    var listsAddresses = false
    var blanks: Set<String> = []
    /// What nobody has decided yet: cells that depend on it have no value.
    var isOpen = false
    /// Whether a code may be the identifier of a product that has none: a format in which each must have one.
    var mayBeIdentifier = false
    /// Whether Vitrine wrote it, so that nothing is guessed.
    var isOwn = false
  }

  public init(name: String, target: Target) {
    (self.name, self.target) = (name, target)
  }

  /// The field that its values go to, if it is one of a product.
  public var anyField: AnyField? {
    switch target {
    case .field(let field): .builtIn(field)
    case .custom(let field): .custom(field)
    default: nil
    }
  }

  /// Whether it says which rows belong together.
  public var isGrouping: Bool { target == .grouping }

  var kind: FieldKind? { anyField?.kind }

  func isOf(_ field: ProductField) -> Bool { target == .field(field) }

  /// Whether amounts of a field are of a unit.
  static func counts(_ field: ProductField) -> Bool {
    [.price, .packSize, .stock, .minimumStock].contains(field)
  }

  var countsUnits: Bool { if case .field(let field) = target { Self.counts(field) } else { false } }
}

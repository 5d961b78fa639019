// SPDX-License-Identifier: Apache-2.0
// What is known of a column by its name, because the program that writes it is known. Where a program
// lets a person choose, such as a decimal sign, nothing is known and the column is asked about.

import Catalog

/// The meaning of one column of a known format.
public struct KnownColumn: Sendable, Equatable {
  public enum Meaning: Sendable, Equatable {
    /// A built-in field.
    case field(FieldID)
    /// A custom field with this title, which is made if the catalogue has none. The kind is what the
    /// format says; nil if it says nothing, so that the values decide.
    case custom(title: String, kind: FieldKind?)
    /// The ISO 4217 code of what stands in the price's column.
    case currency
    /// Pictures: names of files, for `ForeignFile.picture(named:)`, or addresses on the web.
    case pictures
    /// The number of the row's picture among those of its product, from 1.
    case pictureNumber
    /// A note, whose title is the column's name.
    case note
    /// What all rows of one product have alike, and nothing of it is shown.
    case productKey
    /// Names the product whose variant the row is, by the value of another column.
    case variantOf(column: String)
    /// Names the variants of the product by their codes, each with its options: “sku=a,size=S|sku=b,size=M”.
    case variants
    /// What the options there are called: “size=Shoe size”.
    case variantLabels
    /// Name and value of what tells variants apart, such as “Size”: columns with the same number belong
    /// together.
    case optionName(Int)
    case optionValue(Int)
    /// What kind of row it is, such as “variation”.
    case rowKind
    /// The language or shop that the row's texts are for; a product may have a row for each.
    case language
    /// What only a table that Vitrine wrote has: which product it is, and how products belong together.
    case own(TableColumn)
    /// What is the other program's business, such as whether reviews are allowed: left out if nobody asks
    /// for it.
    case leftOut
  }

  /// As in the head of the file.
  public var column: String
  public var meaning: Meaning
  /// What stands between several values in a cell; nil if there is one. One behind a backslash is data.
  public var separator: String?
  /// What stands between a category and the one within it.
  public var pathSeparator: String?
  /// What all categories are in, and no category here; nil if there is no such thing.
  public var rootCategory: String?
  /// As “en”; nil if the column is in the only language of the file.
  public var language: String?
  /// Whether descriptions have HTML in them.
  public var isHTML: Bool
  /// Texts that stand for no value.
  public var blanks: [String]
  /// Whether a field that is made for it is for what something costs.
  var isCost = false
  /// Whether Vitrine wrote which field it is, so that its kind is not to be guessed.
  var isOwnField = false

  public init(
    _ column: String, _ meaning: Meaning, separator: String? = nil, pathSeparator: String? = nil,
    rootCategory: String? = nil, language: String? = nil, isHTML: Bool = false,
    blanks: [String] = []
  ) {
    self.column = column
    self.meaning = meaning
    self.separator = separator
    self.pathSeparator = pathSeparator
    self.rootCategory = rootCategory
    self.language = language
    self.isHTML = isHTML
    self.blanks = blanks
  }
}

/// How rows are products in a known format.
public enum KnownRows: Sendable, Equatable {
  case productEach
  /// Rows with the same value in this column are one product; cells that are empty in later rows were
  /// said in the first. A later row is a variant, a picture, or both.
  case productOverRows(key: String)
  /// A row may be a variant of another one, which `KnownColumn.Meaning.variantOf` names.
  case variantsApart
  /// A row that changes only what it has columns for; none is new.
  case updates
}

/// What a known format says of its table.
public struct KnownTable: Sendable, Equatable {
  public var format: ForeignFormat
  public var columns: [KnownColumn]
  public var rows: KnownRows
  /// The row, from 0 among those that are not blank, in which the names of the columns stand.
  public var headRow: Int
  /// “.” or “,” if the format says which one its numbers have.
  public var decimalSign: Character?
  /// Whether Vitrine wrote the table, so that every cell means what its field writes.
  public var isOwn = false
  /// Columns with prices of several kinds, of which a person says which is the price.
  var prices: [String] = []

  public init(
    format: ForeignFormat, columns: [KnownColumn], rows: KnownRows = .productEach, headRow: Int = 0,
    decimalSign: Character? = nil
  ) {
    self.format = format
    self.columns = columns
    self.rows = rows
    self.headRow = headRow
    self.decimalSign = decimalSign
  }
}

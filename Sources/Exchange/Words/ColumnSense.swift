// SPDX-License-Identifier: Apache-2.0
// What the name of a column says of it. A sense is a built-in field, or something that tells how the
// column's values are read although the catalogue has no such field.

import Catalog

enum ColumnSense: Hashable, Sendable {
  case field(ProductField)
  /// Our own identifier.
  case id
  /// A level of the category below the one to the left of it.
  case subcategory
  /// The currency of the amounts beside it.
  case currency
  case picture
  /// The code of the row whose variant a row is.
  case variantOf
  /// Which language a row is in.
  case language
  /// A code that stays as it is written: lot, size, serial number.
  case code
  /// An amount that is not the price.
  case money
  /// A part of a whole, such as a tax.
  case percent
  case day
  case text
  /// Something that the catalogue has no field for, but that is certainly the name of a column.
  case other

  /// Among several columns of one sense, one whose name says it plainly goes first.
  struct Named: Sendable {
    let sense: ColumnSense
    let weight: Int
  }
}

// SPDX-License-Identifier: Apache-2.0
// The rows that came before another one of a list: two may not be about the same product.

import Catalog
import Foundation

/// The rows that came before, by what they are about.
struct EarlierRows {
  var byKey: [String: Int] = [:]
  var byProduct: [UUID: Int] = [:]
  var byValues: [FieldValues: Int] = [:]
  /// The products of heads by what their variants call them.
  var heads: [String: UUID] = [:]
  /// The titles that rows give products which are no variants, as far as these are new.
  var newTitles: [UUID: FieldValue] = [:]
  /// Variants by their heads and options.
  var byOptions: [String: Int] = [:]
  /// Rows that a person left out, by their keys and products.
  var leftOut: [String: Int] = [:]
  /// The numbers of rows that others repeat: whether these are taken says what becomes of the others.
  var repeated: Set<Int> = []
}

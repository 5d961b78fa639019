// SPDX-License-Identifier: Apache-2.0
// The library of a Goodreads account. Its ISBNs are written as formulas, so that Excel keeps them.

import Catalog

enum Goodreads: KnownFormat {
  static let format = ForeignFormat.goodreads
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("title", "author")
      && names.count(of: ["book id", "isbn13", "bookshelves", "my rating", "exclusive shelf"]) > 2
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "title": KnownColumn(original, .field(.title))
    case "isbn13": KnownColumn(original, .field(.gtin))
    case "isbn": .custom(original, kind: .code(.isbn))
    case "bookshelves": KnownColumn(original, .field(.tags), separator: ",")
    case "year published": KnownColumn(original, .field(.year))
    case "owned copies": KnownColumn(original, .field(.stock))
    case "my review", "private notes": KnownColumn(original, .note, isHTML: true)
    case "additional authors": .custom(original, separator: ",")
    case "date read", "date added": .custom(original, kind: .date)
    case "my rating", "number of pages", "original publication year":
      .custom(original, kind: .wholeNumber)
    case "author", "publisher", "binding", "average rating", "exclusive shelf": .custom(original)
    default: KnownColumn(original, .leftOut)
    }
  }
}

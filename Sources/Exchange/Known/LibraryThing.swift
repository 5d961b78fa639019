// SPDX-License-Identifier: Apache-2.0
// The library of a LibraryThing account, as its tab-separated export.

import Catalog

enum LibraryThing: KnownFormat {
  static let format = ForeignFormat.librarything

  static func isHead(_ names: Set<String>) -> Bool {
    names.hasAll("title", "primary author") || names.hasAll("book id", "title", "isbns")
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "title": KnownColumn(original, .field(.title))
    case "isbn":
      KnownColumn(
        original, .custom(title: original, kind: .code(.isbn)), blanks: ["[]"])
    case "isbns": .custom(original, separator: ",")
    case "tags": KnownColumn(original, .field(.tags), separator: ",")
    case "date": .custom(original)
    case "summary": KnownColumn(original, .field(.description))
    case "comments", "private comments", "review": KnownColumn(original, .note, isHTML: true)
    case "copies": KnownColumn(original, .field(.stock))
    case "list price", "purchase price", "value": .custom(original, kind: .money)
    case "secondary author", "collections", "languages", "subjects", "genre":
      .custom(original, separator: ",")
    case "book id", "sort character", "work id": KnownColumn(original, .leftOut)
    case "barcode": .custom(original, kind: .line)
    default: .custom(original)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// GCstar's collections as a table; its models name their fields alike.

import Catalog

enum GCstarTable: KnownFormat {
  static let format = ForeignFormat.gcstar

  static func isHead(_ names: Set<String>) -> Bool {
    names.count(of: ["gcsautoid", "gcsfavourite", "gcsfield1"]) > 0
      || names.hasAll("borrower", "lenddate") || names.hasAll("borrowings", "favourite")
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    switch name {
    case "title", "name": KnownColumn(original, .field(.title))
    case "description", "synopsis": KnownColumn(original, .field(.description))
    case "comment", "comments": KnownColumn(original, .note)
    case "isbn": .custom(original, kind: .code(.isbn))
    case "ean", "gtin", "barcode": KnownColumn(original, .field(.gtin))
    case "tags": KnownColumn(original, .field(.tags), separator: "\n")
    case "image", "cover", "front", "back", "boxpic", "picture", "backpic", "framing",
      "screenshot1",
      "screenshot2":
      KnownColumn(original, .pictures)
    case "released", "year": KnownColumn(original, .field(.year))
    case "copies", "number", "quantity": KnownColumn(original, .field(.stock))
    case "currency": KnownColumn(original, .currency)
    case "web": .custom(original, kind: .link)
    case "id", "gcsautoid", "borrower", "lenddate", "borrowings", "favourite", "gcsfavourite":
      KnownColumn(original, .leftOut, blanks: ["none"])
    default: .custom(original, separator: "\n")
    }
  }
}

// Putting what a sample file holds into the catalogue.

import Foundation

struct SampleImport {
  let file: SampleFile
  let images: ImageFiles

  /// Stores the products that are not there yet, in one transaction.
  func run(_ connection: Connection) throws -> Database.Outcome<Int> {
    try images.willStore(connection)
    return try connection.transaction(.write) {
      let outcome = try History(connection: connection).record(.importProducts) {
        try storeProducts(connection)
      }
      try images.storedAll(connection)
      return outcome
    }
  }

  private func storeProducts(_ connection: Connection) throws -> Int {
    let products = ProductTable(connection: connection)
    let notes = NoteTable(connection: connection)
    var added = 0
    for entry in file.entries where try !products.contains(entry.product.id) {
      try naming(line: entry.line, of: file.path) {
        for picture in entry.pictures { try images.store(picture) }
        try products.insert(entry.product)
        for note in entry.notes { try notes.insert(note, at: Int.max) }
        added += 1
      }
    }
    return added
  }
}

// Putting what a sample file holds into the catalogue.

import Foundation

struct SampleImport {
  let file: SampleFile
  let images: ImageFiles

  /// Stores the products that are not there yet; part of one transaction.
  func run(_ connection: Connection) throws -> (Int, CatalogChange?) {
    let products = ProductTable(connection: connection)
    let notes = NoteTable(connection: connection)
    var added: Set<UUID> = []
    var newPictures: [Picture] = []
    do {
      for entry in file.entries where try !products.contains(entry.product.id) {
        try naming(line: entry.line, of: file.path) {
          for picture in entry.pictures where try images.store(picture) {
            newPictures.append(picture)
          }
          try products.insert(entry.product)
          for note in entry.notes { try notes.insert(note, at: Int.max) }
          added.insert(entry.product.id)
        }
      }
    } catch {
      // Still under the lock: nobody else can have begun to use them.
      newPictures.forEach(images.remove)
      throw error
    }
    return (added.count, added.isEmpty ? nil : .products(added))
  }
}

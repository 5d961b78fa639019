// A product's pictures, as everything outside this module sees them. A picture is kept as the bytes
// it came in, once, however many products show it.

import Foundation

extension CatalogStore {
  /// Adds the pictures in `files` to a product, all of them or none, as copies; a position past
  /// either end means that end. PNG, JPEG and WebP are taken, up to 64 MiB and 64 megapixels each;
  /// a file's name does not matter. Reading them does not keep other changes waiting.
  public func addImages(
    from files: [URL], to product: UUID, at position: Int = .max
  ) async throws -> [ProductImage] {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    if files.isEmpty { return [] }
    let pictures = try await database.images.stage(files)
    defer { pictures.forEach { $0.discard() } }
    let moment = Date()
    return try await database.carryOut(.addImages, storing: pictures) { connection in
      let images = try pictures.map {
        try ProductImage(contentHash: $0.hash, fileExtension: $0.format.rawValue)
      }
      try ImageTable(connection: connection).insert(images, into: product, at: position, moment)
      return images
    }
  }

  /// Takes a picture off its product. The file stays as long as undo or another product needs it.
  /// False when it was gone already.
  @discardableResult
  public func removeImage(_ id: UUID) async throws -> Bool {
    let moment = Date()
    return try await database.carryOut(.removeImage) { connection in
      let table = ImageTable(connection: connection)
      guard try table.image(id) != nil else { return false }
      try table.remove(id, moment)
      return true
    }
  }

  /// Moves a picture to `position` among its product's, counted from 0; the first is the cover. A
  /// position past either end means that end.
  public func moveImage(_ id: UUID, to position: Int) async throws {
    let moment = Date()
    try await database.carryOut(.moveImage) { connection in
      let table = ImageTable(connection: connection)
      guard let found = try table.image(id) else { throw CatalogError.imageMissing }
      let images = try ProductTable(connection: connection).product(found.product)?.images ?? []
      let place = min(max(position, 0), images.count - 1)
      // Where it is there already, nothing is done, and there is nothing to undo.
      if images.indices.contains(place), images[place].id == id { return }
      try table.move(id, to: place, moment)
    }
  }

  /// Changes a caption, if it still is what the change was based on.
  public func editCaption(
    of id: UUID, from old: FreeText, to caption: FreeText
  ) async throws -> CaptionEditOutcome {
    let moment = Date()
    return try await database.carryOut(.editCaption) { connection in
      let table = ImageTable(connection: connection)
      guard var image = try table.image(id)?.image else { return .missing }
      if image.caption == caption { return .saved(image) }
      guard image.caption == old else { return .conflict(current: image) }
      try table.setCaption(caption, of: id, moment)
      image.caption = caption
      return .saved(image)
    }
  }
}

/// What became of an edit of a caption.
public enum CaptionEditOutcome: Sendable, Equatable {
  case saved(ProductImage)
  /// The caption has changed since; nothing was written.
  case conflict(current: ProductImage)
  /// The picture is no longer in the catalogue.
  case missing
}

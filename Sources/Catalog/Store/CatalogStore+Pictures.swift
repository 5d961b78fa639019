// SPDX-License-Identifier: Apache-2.0
// A product's pictures as seen from outside this module. A picture's bytes are kept unchanged,
// once, however many products show it.

import Foundation

extension CatalogStore {
  /// Adds the pictures in `files` to a product, all of them or none, as copies; a position past
  /// either end means that end. Every `PictureFormat` is accepted, up to 64 MiB and 64 megapixels
  /// each; a file's name does not matter. Reading them does not block other changes.
  public func addPictures(
    from files: [URL], to product: UUID, at position: Int = .max
  ) async throws -> [ProductPicture] {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    if files.isEmpty { return [] }
    let staged = try await database.pictureFiles.stage(files)
    return try await insert(staged, as: [], into: product, at: position)
  }

  /// The files among those that a user chose that are not complete pictures, and what is wrong with
  /// them. An import does not ask for this: its pictures may come from an older catalogue, which
  /// accepted incomplete ones.
  public static func whyUnusable(_ files: [URL]) async throws -> [any Error] {
    try await offThread {
      // One at a time: together they may not fit in memory.
      files.compactMap { file in
        do {
          return try Picture(file.path).isComplete
            ? nil : CatalogError.picture(file: file.lastPathComponent, problem: .incomplete)
        } catch { return error }
      }
    }
  }

  /// Adds those of the pictures that can be used, as one command, and says why the others can't. Can be
  /// cancelled until all have been read; then none is added.
  /// - Parameters:
  ///   - ids: what each of them will be; nil for new ones.
  ///   - formats: those that can be used.
  ///   - progress: called on any thread with how many have been read.
  public func addUsablePictures(
    _ sources: [PictureSource], as ids: [UUID]? = nil,
    of formats: Set<PictureFormat> = Set(PictureFormat.allCases), to product: UUID,
    at position: Int = .max,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> AddedPictures {
    var known: [UUID] = []
    let (staged, refused) = try await stageUsable(sources, of: formats, progress: progress) {
      place, _ in
      if let ids, ids.indices.contains(place) { known.append(ids[place]) }
    }
    var outcome = AddedPictures()
    outcome.refused = refused
    if !staged.isEmpty {
      outcome.pictures = try await insert(staged, as: known, into: product, at: position)
    }
    return outcome
  }

  /// Reads those of the pictures that can be used; if it throws, none is left over.
  /// - Parameter look: called with each of them, and its place among all.
  func stageUsable(
    _ sources: [PictureSource], of formats: Set<PictureFormat>,
    progress: @Sendable (Int) -> Void,
    look: (_ place: Int, StagedPicture) async throws -> Void = { _, _ in }
  ) async throws -> (staged: [StagedPicture], refused: [RefusedPicture]) {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    var staged: [StagedPicture] = []
    var refused: [RefusedPicture] = []
    do {
      // One at a time: together they may not fit in memory.
      for (place, source) in sources.enumerated() {
        try Task.checkCancellation()
        do {
          let picture = try await database.pictureFiles.stage(source, of: formats)
          staged.append(picture)
          try await look(place, picture)
        } catch let error as CatalogError {
          refused.append(RefusedPicture(name: source.name, reason: error))
        }
        progress(place + 1)
      }
      try Task.checkCancellation()
      if !staged.isEmpty { try await database.pictureFiles.syncStaged() }
      return (staged, refused)
    } catch {
      staged.forEach { $0.discard() }
      throw error
    }
  }

  /// Puts staged pictures in place; whatever happens, none is left over. `ids`: empty for new ones.
  private func insert(
    _ staged: [StagedPicture], as ids: [UUID], into product: UUID, at position: Int
  ) async throws -> [ProductPicture] {
    defer { staged.forEach { $0.discard() } }
    let moment = Date()
    return try await database.carryOut(.addPictures, storing: staged) { connection in
      let pictures = try staged.enumerated().map { place, picture in
        try picture.picture(ids.indices.contains(place) ? ids[place] : UUID())
      }
      try PictureTable(connection: connection).insert(
        pictures, into: product, at: position, moment: moment)
      return pictures
    }
  }

  /// The product that has a picture, perhaps in the trash; nil if there is none.
  public func product(withPicture id: UUID) async throws -> Product? {
    try await database.read { connection in
      let owner = try connection.first(
        """
        SELECT product.id AS id FROM product_image AS picture
          JOIN product ON product.key = picture.product WHERE picture.id = ?
        """, id
      ) { try $0.uuid("id") }
      return try owner.flatMap {
        try ProductTable(connection: connection).product($0, includingTrash: true)
      }
    }
  }

  /// Whether one of these is there, perhaps of a product in the trash.
  public func hasPicture(among ids: [UUID]) async throws -> Bool {
    try await database.read { connection in
      let table = PictureTable(connection: connection)
      return try ids.contains { try table.picture($0) != nil }
    }
  }

  /// Removes a picture from its product. The file stays as long as undo or another product needs
  /// it. Returns false if it was gone already.
  @discardableResult
  public func removePicture(_ id: UUID) async throws -> Bool {
    let moment = Date()
    return try await database.carryOut(.removePicture) { connection in
      let table = PictureTable(connection: connection)
      guard try table.picture(id) != nil else { return false }
      try table.remove(id, moment)
      return true
    }
  }

  /// Moves a picture to `position` among its product's, from 0; the first is the cover. A
  /// position past either end means that end.
  public func movePicture(_ id: UUID, to position: Int) async throws {
    let moment = Date()
    try await database.carryOut(.movePicture) { connection in
      let table = PictureTable(connection: connection)
      guard let found = try table.picture(id) else { throw CatalogError.pictureMissing }
      let pictures = try ProductTable(connection: connection).product(found.product)?.pictures ?? []
      let place = min(max(position, 0), pictures.count - 1)
      // If it is there already, nothing is done, and there is nothing to undo.
      if pictures.indices.contains(place), pictures[place].id == id { return }
      try table.move(id, to: place, moment: moment)
    }
  }

  /// Turns a picture as it is shown; its file stays as it is.
  public func rotatePicture(_ id: UUID, by turn: PictureRotation) async throws {
    let moment = Date()
    try await database.carryOut(.turnPicture) { connection in
      let table = PictureTable(connection: connection)
      guard let picture = try table.picture(id)?.picture else { throw CatalogError.pictureMissing }
      if turn == .none { return }
      try table.setTurn(picture.turn + turn, of: id, moment: moment)
    }
  }

  /// Gives a picture another file, which must be usable. Its caption and its place stay. Returns false
  /// if it shows that file already.
  /// - Parameter formats: those that can be used.
  @discardableResult
  public func replacePicture(
    _ id: UUID, with source: PictureSource,
    of formats: Set<PictureFormat> = Set(PictureFormat.allCases)
  ) async throws -> Bool {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    let staged = try await database.pictureFiles.stage(source, of: formats)
    defer { staged.discard() }
    try await database.pictureFiles.syncStaged()
    let moment = Date()
    return try await database.carryOut(.replacePicture, storing: [staged]) { connection in
      let table = PictureTable(connection: connection)
      guard let picture = try table.picture(id)?.picture else { throw CatalogError.pictureMissing }
      if picture.contentHash == staged.hash, picture.turn == .none { return false }
      try table.setFile(hash: staged.hash, format: staged.format, of: id, moment: moment)
      return true
    }
  }

  /// Changes a caption, unless it has changed since the edit began.
  public func editCaption(
    of id: UUID, from old: FreeText, to caption: FreeText
  ) async throws -> EditOutcome<ProductPicture> {
    let moment = Date()
    return try await database.carryOut(.editCaption) { connection in
      let table = PictureTable(connection: connection)
      guard var picture = try table.picture(id)?.picture else { return .missing }
      if picture.caption == caption { return .saved(picture) }
      guard picture.caption.isSame(as: old) else { return .conflict(current: picture, base: nil) }
      try table.setCaption(caption, of: id, moment: moment)
      picture.caption = caption
      return .saved(picture)
    }
  }

  /// Saves a copy of a picture's file for other programs. A file of that name is replaced once the copy
  /// is complete.
  public func saveCopy(of picture: ProductPicture, to file: URL) async throws {
    let source = pictureFile(picture).path
    try await offThread {
      let bytes = try readFile(source, atMost: PictureFormat.largestFile)
      try SharedFile.write(bytes, to: file)
    }
  }
}

// The catalogue, as everything outside this module sees it. No call blocks the caller's thread,
// each change is one transaction, and nothing of SQLite shows: a catalogue on a server could
// stand behind the same calls.

import Foundation

/// A catalogue of products that lives in a directory.
public final class CatalogStore: Sendable {
  /// Where the catalogue lives, as it was given to `open`.
  public let directory: URL
  let database: Database
  private let images: ImageFiles

  /// Waits up to `patience` seconds whenever another process holds the catalogue's lock.
  init(_ directory: URL, patience: TimeInterval = 5) throws {
    self.directory = directory
    let file = try CatalogFile(in: directory)
    database = try Database(file, patience: patience)
    images = ImageFiles(root: file.imagesPath)
  }

  // MARK: Opening and closing

  /// Whether something is in the place of the catalogue's file, be it a catalogue or not.
  public static func exists(in directory: URL) -> Bool {
    var status = stat()
    return lstat(directory.appendingPathComponent("catalog.sqlite").path, &status) == 0
  }

  /// Opens the catalogue in `directory`, making an empty one when there is none. What is there
  /// and is not a catalogue is refused and left as it is.
  public static func open(in directory: URL) async throws -> CatalogStore {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try CatalogStore(directory) })
      }
    }
  }

  /// Whether every change is refused; `readOnlyReason` says why.
  public var isReadOnly: Bool { readOnlyReason != nil }

  /// Why the catalogue can only be read, nil when it can be changed.
  public var readOnlyReason: CatalogError? { database.readOnlyReason }

  /// Finishes what was begun and closes the files. Later calls throw `CatalogError.closed`.
  public func close() async {
    await database.close()
  }

  /// What changes from now on, after each commit, until the store closes. Every caller has a
  /// stream of its own.
  public func changes() -> AsyncStream<CatalogChange> {
    database.observers.stream()
  }

  // MARK: Products

  /// The products a list shows, in order.
  public func rows(_ query: ProductQuery) async throws -> [ProductRow] {
    try await database.read { try ProductList(query: query).rows($0) }
  }

  /// How many products there are.
  public func productCount() async throws -> Int {
    try await database.read { try ProductTable(connection: $0).count() }
  }

  /// The product, or nil when it is not in the catalogue.
  public func product(_ id: UUID) async throws -> Product? {
    try await database.read { try ProductTable(connection: $0).product(id) }
  }

  /// Every category with products in it, in the order of the tree.
  public func categories() async throws -> [CategoryCount] {
    try await database.read { categoryTree(try ProductTable(connection: $0).countsByCategory()) }
  }

  /// Adds a product at the end of the manual order and returns it as it was stored.
  public func create(_ product: Product) async throws -> Product {
    try await database.write { [images] connection in
      try images.requireFiles(of: product)
      let table = ProductTable(connection: connection)
      try table.insert(product)
      guard let stored = try table.product(product.id) else { throw CatalogError.productMissing }
      return (stored, .products([product.id]))
    }
  }

  /// Changes fields of a product, if it still is what the change was based on.
  public func edit(
    _ id: UUID, basedOn revision: Int, _ change: ProductChange
  ) async throws -> EditOutcome {
    try await database.write { connection in
      let table = ProductTable(connection: connection)
      guard let current = try table.product(id) else { return (.missing, nil) }
      guard current.revision == revision else { return (.conflict(current: current), nil) }
      let edited = change.applied(to: current)
      if edited == current { return (.saved(current), nil) }
      try table.update(edited, changed: Date())
      guard let stored = try table.product(id) else { return (.missing, nil) }
      return (.saved(stored), .products([id]))
    }
  }

  // MARK: Notes

  /// The notes of a product, in their order.
  public func notes(of product: UUID) async throws -> [Note] {
    try await database.read { try NoteTable(connection: $0).notes(of: product) }
  }

  /// Adds a note after the product's others.
  public func addNote(
    to product: UUID, id: UUID = UUID(), title: String, text: String
  ) async throws -> Note {
    try await insert(Note(id: id, productID: product, title: title, text: text), at: Int.max)
  }

  /// Changes a note, if it still is what the change was based on.
  public func editNote(
    _ id: UUID, basedOn revision: Int, title: String, text: String
  ) async throws -> NoteEditOutcome {
    try await database.write { connection in
      let table = NoteTable(connection: connection)
      guard let current = try table.note(id) else { return (.missing, nil) }
      guard current.revision == revision else { return (.conflict(current: current), nil) }
      if current.title == title, current.text == text { return (.saved(current), nil) }
      var edited = current
      edited.title = title
      edited.text = text
      edited.changed = Date()
      try table.update(edited)
      guard let stored = try table.note(id) else { return (.missing, nil) }
      return (.saved(stored), .notes(product: stored.productID))
    }
  }

  /// Moves a note to `position` in the order of its product's notes, counted from 0; a position
  /// past either end means that end.
  public func moveNote(_ id: UUID, to position: Int) async throws {
    try await database.write { connection in
      let table = NoteTable(connection: connection)
      guard let note = try table.note(id) else { throw CatalogError.noteMissing }
      try table.move(id, to: position)
      return ((), .notes(product: note.productID))
    }
  }

  /// Deletes a note and returns it for `restoreNote`, or nil when it was gone already.
  public func deleteNote(_ id: UUID) async throws -> Note? {
    try await database.write { connection in
      let table = NoteTable(connection: connection)
      guard let note = try table.note(id) else { return (nil, nil) }
      try table.delete(id)
      return (note, .notes(product: note.productID))
    }
  }

  /// Puts a deleted note back.
  public func restoreNote(_ note: Note, at position: Int) async throws {
    var next = note
    // A draft based on the note as it was before must not pass for based on what is there now.
    next.revision += 1
    _ = try await insert(next, at: position)
  }

  private func insert(_ note: Note, at position: Int) async throws -> Note {
    try await database.write { connection in
      let table = NoteTable(connection: connection)
      try table.insert(note, at: position)
      guard let stored = try table.note(note.id) else { throw CatalogError.noteMissing }
      return (stored, .notes(product: note.productID))
    }
  }

  // MARK: Pictures and import

  /// The file with the original bytes of a picture.
  public func imageFile(_ image: ProductImage) -> URL {
    URL(
      fileURLWithPath: images.path(hash: image.contentHash, fileExtension: image.fileExtension))
  }

  /// Imports `products.jsonl` and the pictures beside it, all of it or nothing. A product that is
  /// in the catalogue already is left as it is. Returns how many are new.
  public func importSample(from directory: URL) async throws -> Int {
    try await database.underLock { [images] connection in
      try SampleImport(file: SampleFile(in: directory.path), images: images).run(connection)
    }
  }
}

// The catalogue, as everything outside this module sees it. No call blocks the caller's thread,
// each change is one transaction, and nothing of SQLite shows: a catalogue on a server could
// stand behind the same calls.

import Foundation

/// A catalogue of products that lives in a directory.
public final class CatalogStore: Sendable {
  /// Where the catalogue lives, as it was given to `open`.
  public let directory: URL
  let database: Database

  /// Waits up to `patience` seconds whenever another process holds the catalogue's lock, brings
  /// the log home when it has grown to `checkpointPages` (4 MiB), and keeps about `historyLimit`
  /// bytes for undo and, of what was put in and undone, at most `keptForRedo` for redo.
  init(
    _ directory: URL, patience: TimeInterval = 5, checkpointPages: Int = 1024,
    historyLimit: Int = HistoryBounds().limit, keptForRedo: Int = HistoryBounds().kept,
    asksBeforeForgetting: Bool = false, backups: BackupPlan? = nil
  ) throws {
    self.directory = directory
    database = try Database(
      CatalogFile(in: directory), patience: patience, checkpointPages: checkpointPages,
      history: HistoryBounds(
        limit: historyLimit, kept: keptForRedo, asks: asksBeforeForgetting),
      plan: backups)
  }

  // MARK: Opening and closing

  /// Whether something is in the place of the catalogue's file, be it a catalogue or not.
  public static func exists(in directory: URL) -> Bool {
    var status = stat()
    return lstat(directory.appendingPathComponent("catalog.sqlite").path, &status) == 0
  }

  /// Opens the catalogue in `directory`, making an empty one when there is none. What is there
  /// and is not a catalogue is refused and left as it is.
  ///
  /// - Parameter keepsBackups: Whether it makes a backup a day by itself. For a program that stays
  ///   open and in which a person works; others leave the disk alone.
  /// - Parameter asksBeforeForgetting: Whether a command that would make the history forget more
  ///   than usual throws `CatalogError.wouldForget` and does nothing, until it is asked for by
  ///   `acceptingHistoryLoss`. Else it is done, and what was forgotten is told afterwards.
  public static func open(
    in directory: URL, keepsBackups: Bool = false, asksBeforeForgetting: Bool = false
  ) async throws -> CatalogStore {
    try await offThread {
      try CatalogStore(
        directory, asksBeforeForgetting: asksBeforeForgetting,
        backups: keepsBackups ? BackupPlan() : nil)
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

  /// How many products there are.
  public func productCount() async throws -> Int {
    try await database.read { try ProductTable(connection: $0).count() }
  }

  /// The product, or nil when it is not in the catalogue.
  public func product(_ id: UUID, includingTrash: Bool = false) async throws -> Product? {
    try await database.read {
      try ProductTable(connection: $0).product(id, includingTrash: includingTrash)
    }
  }

  /// Adds a product at the end of the manual order and returns it as it was stored.
  public func create(_ product: Product) async throws -> Product {
    try await database.carryOut(.createProduct) {
      [pictureFiles = database.pictureFiles] connection in
      try pictureFiles.requireFiles(of: product)
      let table = ProductTable(connection: connection)
      try table.insert(product)
      guard let stored = try table.product(product.id) else { throw CatalogError.productMissing }
      return stored
    }
  }

  /// Changes fields of a product, if it still is what the change was based on.
  public func edit(
    _ id: UUID, basedOn revision: Int, _ change: ProductChange
  ) async throws -> EditOutcome {
    try await database.carryOut(.editProduct) { connection in
      let table = ProductTable(connection: connection)
      guard let current = try table.product(id) else { return .missing }
      guard current.revision == revision else {
        let base = try PastVersions(connection: connection).product(current, at: revision)
        return .conflict(current: current, base: base)
      }
      let edited = change.applied(to: current)
      if edited == current { return .saved(current) }
      return .saved(try table.update(current, to: edited, changed: Date()))
    }
  }

  // MARK: Pictures

  /// The file with the original bytes of a picture.
  public func pictureFile(_ picture: ProductPicture) -> URL {
    URL(
      fileURLWithPath: database.pictureFiles.path(
        hash: picture.contentHash, fileExtension: picture.fileExtension))
  }

  // MARK: Checking

  /// Looks through all of it: the file, the search index, every value, every picture, every step
  /// of undo and redo, and every backup. Returns everything that is wrong.
  public func check() async throws -> [CatalogProblem] {
    try await checkUp().problems
  }

  /// The same, with what was left out.
  public func checkUp() async throws -> CatalogCheckUp {
    var found = CatalogCheckUp()
    found.problems = try await checkCatalogue()
    if !isReadOnly, found.problems.isEmpty { found = try await checkHistory() }
    found.problems += try await checkBackups()
    return found
  }

  /// Takes the steps of undo and redo, and takes all of it back. Others cannot write meanwhile, so
  /// it ends before what would take long.
  private func checkHistory() async throws -> CatalogCheckUp {
    try await database.underLock { connection in
      var found = CatalogCheckUp()
      for isUndo in [true, false] {
        let (unfit, untried) = try connection.rolledBack {
          try History(connection: connection).walk(isUndo: isUndo)
        }
        if let unfit { found.problems.append(.unfitStep(unfit, isUndo: isUndo)) }
        found.untriedSteps += untried
      }
      return (found, [])
    }
  }

  private func checkCatalogue() async throws -> [CatalogProblem] {
    let (path, isReadOnly) = (database.file.path, isReadOnly)
    let problems = try await database.read { [pictureFiles = database.pictureFiles] connection in
      // On a connection of its own: SQLite 3.46 asks the full-text index with what a connection
      // remembers of it, and takes what others have committed since for damage.
      let fresh = isReadOnly ? connection : try Connection(path, .readOnly)
      return try CatalogCheck(connection: fresh, pictureFiles: pictureFiles).problems()
    }
    // To ask the index is a write to SQLite, though nothing changes.
    if isReadOnly || !problems.isEmpty { return problems }
    do {
      try await database.underLock { connection in
        try connection.transaction(.write) {
          let index = SearchIndex(connection: connection)
          try index.refresh()
          try index.check()
        }
        return ((), [])
      }
      return []
    } catch CatalogError.damaged {
      return [.staleSearchIndex]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The catalogue as seen from outside this module. No call blocks the caller's thread, each change
// is one transaction, and nothing of SQLite is visible: the same calls could serve a catalogue on a
// server.

import Foundation

/// A catalogue of products that lives in a directory.
public final class CatalogStore: Sendable {
  /// Where the catalogue is, as passed to `open`.
  public let directory: URL
  let database: Database

  /// Waits up to `patience` seconds when another process holds the catalogue's lock, checkpoints
  /// the log when it has `checkpointPages` (4 MiB), and keeps about `historyLimit` bytes for undo
  /// and at most `keptForRedo` bytes of undone additions for redo.
  init(
    _ directory: URL, patience: TimeInterval = 5, checkpointPages: Int = 1024,
    historyLimit: Int = HistoryBounds().limit, keptForRedo: Int = HistoryBounds().kept,
    asksBeforeForgetting: Bool = false, backups: BackupPlan? = nil, isForReading: Bool = false,
    keepsReserve: Bool = false, freesRoom: Bool = false, indexesAtOnce: Bool = false,
    whenWaiting: (@Sendable () -> Void)? = nil,
    whenConverting: (@Sendable (ConversionProgress) -> Void)? = nil,
    acceptsHistoryLoss: (@Sendable (HistoryLoss) async -> Bool)? = nil,
    decidesUndo: (@Sendable (UndoClash) async -> UndoClash.Choice?)? = nil
  ) throws {
    self.directory = directory
    database = try Database(
      CatalogFile(in: directory), patience: patience, checkpointPages: checkpointPages,
      history: HistoryBounds(
        limit: historyLimit, kept: keptForRedo,
        asks: asksBeforeForgetting || acceptsHistoryLoss != nil),
      plan: backups, isForReading: isForReading, keepsReserve: keepsReserve,
      freesRoom: freesRoom, indexesAtOnce: indexesAtOnce, whenWaiting: whenWaiting,
      whenConverting: whenConverting, acceptsLoss: acceptsHistoryLoss, decides: decidesUndo)
  }

  /// A backup, to be looked at.
  init(backup: CatalogFile, of directory: URL) throws {
    self.directory = directory
    database = try Database(
      backup, patience: 5, checkpointPages: 1024, history: HistoryBounds(), plan: nil,
      isForReading: true)
  }

  // MARK: Opening and closing

  /// Whether there is anything with the name of the catalogue's file, a catalogue or not.
  public static func exists(in directory: URL) -> Bool {
    var status = stat()
    return lstat(directory.appendingPathComponent("catalog.sqlite").path, &status) == 0
  }

  /// Opens the catalogue in `directory`; creates an empty one if there is none. A file that is not
  /// a catalogue is refused and left unchanged.
  ///
  /// - Parameters:
  ///   - keepsBackups: whether to make daily backups automatically. For a program that stays open
  ///     and in which a user works.
  ///   - isForReading: whether nothing will be changed; then changes are refused.
  ///   - keepsReserve: whether room is kept on the disk so that something can be freed when it is full.
  ///   - freesRoom: whether that room may be used to open the catalogue.
  ///   - isForOneCommand: whether the full-text index is brought up to date in the transaction of each command, and so
  ///     nothing is written if a page of it is damaged. Otherwise that is done some time after it, and nobody waits.
  ///   - asksBeforeForgetting: whether a command that would make the history forget more than usual
  ///     throws `CatalogError.wouldForget` and does nothing. Otherwise it is carried out and reported
  ///     afterwards.
  ///   - acceptsHistoryLoss: asked about such a command instead; if it answers true, the command is
  ///     carried out after all.
  ///   - decidesUndo: asked what becomes of values that undo or redo would overwrite though something else has set them
  ///     since; if it answers nil, nothing is done.
  ///   - whenWaiting: called while another process is writing; changes then wait for it without
  ///     end, otherwise for 5 seconds.
  ///   - whenConverting: told, on any thread, how far the conversion of a catalogue of an older version has come, from
  ///     before it begins on.
  public static func open(
    in directory: URL, keepsBackups: Bool = false, isForReading: Bool = false,
    keepsReserve: Bool = false, freesRoom: Bool = false, isForOneCommand: Bool = false,
    asksBeforeForgetting: Bool = false,
    acceptsHistoryLoss: (@Sendable (HistoryLoss) async -> Bool)? = nil,
    decidesUndo: (@Sendable (UndoClash) async -> UndoClash.Choice?)? = nil,
    whenWaiting: (@Sendable () -> Void)? = nil,
    whenConverting: (@Sendable (ConversionProgress) -> Void)? = nil
  ) async throws -> CatalogStore {
    try await offThread {
      try CatalogStore(
        directory, asksBeforeForgetting: asksBeforeForgetting,
        backups: keepsBackups ? BackupPlan() : nil, isForReading: isForReading,
        keepsReserve: keepsReserve, freesRoom: freesRoom, indexesAtOnce: isForOneCommand,
        whenWaiting: whenWaiting, whenConverting: whenConverting,
        acceptsHistoryLoss: acceptsHistoryLoss, decidesUndo: decidesUndo)
    }
  }

  /// Whether every change is refused; `readOnlyReason` says why.
  public var isReadOnly: Bool { readOnlyReason != nil }

  /// Why the catalogue is read-only, nil if it is not.
  public var readOnlyReason: CatalogError? { database.readOnlyReason }

  /// Whether anything was changed since this was opened: who cannot pass on what a change returns must say that it was
  /// made.
  public var hasChanged: Bool { database.hasChanged.load(ordering: .relaxed) }

  /// Finishes the work in progress and closes the files. Later calls throw `CatalogError.closed`.
  public func close() async {
    await database.close()
  }

  /// The changes from now on, after each commit, until the store closes. Every caller gets its own
  /// stream.
  public func changes() -> AsyncStream<CatalogChange> {
    database.observers.stream()
  }

  // MARK: Products

  /// How many products there are.
  public func productCount() async throws -> Int {
    try await database.read { try ProductTable(connection: $0).count() }
  }

  /// Those of these products that are neither gone nor in the trash, in the same order.
  public func stillThere(_ ids: [UUID]) async throws -> [UUID] {
    try await database.read { connection in
      try ids.filter {
        try connection.integer(
          "SELECT EXISTS (SELECT 1 FROM product WHERE id = ? AND deleted IS NULL)", $0) == 1
      }
    }
  }

  /// What of these products is sold, up to `limit` of them: instead of a head its variants.
  public func goods(of ids: [UUID], limit: Int = .max) async throws -> [UUID] {
    try await database.read { connection in
      let table = VariantTable(connection: connection)
      guard try !table.isEmpty() else { return Array(ids.prefix(limit)) }
      var met = Set(ids)
      var goods: [UUID] = []
      for id in ids where goods.count < limit {
        let variants = try table.identifiers(of: id, inTrash: false)
        goods += variants.isEmpty ? [id] : variants.filter { met.insert($0).inserted }
      }
      return Array(goods.prefix(limit))
    }
  }

  /// The product, or nil if it is not in the catalogue.
  public func product(_ id: UUID, includingTrash: Bool = false) async throws -> Product? {
    try await database.read {
      try ProductTable(connection: $0).product(id, includingTrash: includingTrash)
    }
  }

  /// Adds a product at the end of the manual order and returns it as stored.
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

  /// Changes fields of a product, unless it has changed since the revision the change is based on.
  public func edit(
    _ id: UUID, basedOn revision: Int, applying change: ProductChange
  ) async throws -> EditOutcome<Product> {
    // Variants that follow it do not count.
    let outcome: EditOutcome<Product> = try await database.carryOut(
      .editProduct, count: { _ in 1 }
    ) { connection in
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
    // A variant follows its head at the end of the command.
    guard case .saved(let saved) = outcome, saved.variant != nil else { return outcome }
    return .saved(try await product(id, includingTrash: true) ?? saved)
  }

  // MARK: Pictures

  /// The file with the original bytes of a picture.
  public func pictureFile(_ picture: ProductPicture) -> URL {
    URL(
      fileURLWithPath: database.pictureFiles.path(
        hash: picture.contentHash, fileExtension: picture.fileExtension))
  }

  // MARK: Checking

  /// Checks everything: the file, the search index, every value, every picture, every step of undo
  /// and redo, and every backup. Returns what is wrong.
  public func check() async throws -> [CatalogProblem] {
    try await checkUp().problems
  }

  /// The same, with what could not be checked.
  public func checkUp() async throws -> CatalogCheckUp {
    var found = CatalogCheckUp()
    found.problems = try await checkCatalogue()
    // The steps do not need the index, which can be made anew.
    if !isReadOnly, found.problems.allSatisfy({ $0 == .staleSearchIndex }) {
      let history = try await checkHistory()
      found.problems += history.problems
      found.untriedSteps = history.untriedSteps
    }
    found.problems += try await checkBackups()
    return found
  }

  /// Tries out the steps of undo and redo, and rolls everything back. Others cannot write in the
  /// meantime, so it stops before it would take long.
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

  /// All of the file has been checked.
  private func rememberDamage(among problems: [CatalogProblem]) {
    var record = SoundnessRecord(of: database.file)
    let damage = problems.lazy.compactMap { problem -> String? in
      if case .damagedFile(let reason) = problem { reason } else { nil }
    }.first
    guard damage != nil || record.damage != nil else { return }
    record.set(damage: damage, isConfirmed: true)
    record.save()
  }

  private func checkCatalogue() async throws -> [CatalogProblem] {
    let (path, isReadOnly) = (database.file.path, isReadOnly)
    let problems = try await database.read { [pictureFiles = database.pictureFiles] connection in
      // On a new connection: SQLite 3.46 compares the full-text index with what a connection has
      // cached of it, and mistakes later commits of others for damage.
      let fresh = isReadOnly ? connection : try Connection(path, .readOnly)
      return try CatalogCheck(connection: fresh, pictureFiles: pictureFiles).problems()
    }
    rememberDamage(among: problems)
    // Checking the index counts as a write in SQLite, although nothing changes.
    if isReadOnly || !problems.isEmpty { return problems }
    do {
      let damage = try await database.underLock { [file = database.file] connection in
        try connection.transaction(.write) {
          let index = SearchIndex(connection: connection)
          try index.refresh()
          try index.check()
        }
        let isInDoubt = connection.sums == .inDoubt
        return (isInDoubt ? try file.settleSums(connection) : nil, [])
      }
      return damage.map { [.damagedFile(reason: $0)] } ?? []
    } catch CatalogError.damaged {
      return [.staleSearchIndex]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The trash, and undo and redo of every command, across windows, processes and restarts.

import Foundation

extension CatalogStore {
  // MARK: Trash

  /// Moves products to the trash, as one command. Returns how many were moved.
  @discardableResult
  public func delete(_ ids: Set<UUID>) async throws -> Int {
    let moment = Date()
    return try await change(ids, by: .deleteProducts) { try $0.trash($1, at: moment) }
  }

  /// Takes products out of the trash, as one command. Returns how many were taken out.
  @discardableResult
  public func restore(_ ids: Set<UUID>) async throws -> Int {
    try await change(ids, by: .restoreProducts) { try $0.restore($1) }
  }

  /// Removes products in the trash permanently, although undo can still bring them back. Returns
  /// how many were removed.
  @discardableResult
  public func erase(_ ids: Set<UUID>) async throws -> Int {
    try await change(ids, by: .eraseProducts) { try $0.erase($1) }
  }

  /// A product that was erased, as the history still holds it; nil if it does not.
  public func erased(_ id: UUID) async throws -> CatalogEntry? {
    try await database.read { try ErasedProduct(connection: $0).entry(id) }
  }

  /// Puts an erased product back as it was, whatever was done since, as one command. Returns false if the history
  /// does not hold it any longer.
  @discardableResult
  public func restoreErased(_ id: UUID) async throws -> Bool {
    try await database.carryOut(.restoreProducts, count: { $0 ? 1 : 0 }) { connection in
      guard var entry = try ErasedProduct(connection: connection).entry(id) else { return false }
      // Its head may be gone with it: then it is a product of its own, with all it has.
      if let head = entry.product.variant?.head,
        try !ProductTable(connection: connection).contains(head)
      {
        entry.product.variant = nil
      }
      return try BulkWrite.run(on: connection, .copying) { try $0.add(entry) }
    }
  }

  // MARK: Stock

  /// By how much the newest command that raised the stock of these products did, as far as the history knows. One of which
  /// nothing arrived is not there.
  public func arrivals(of ids: [UUID]) async throws -> [UUID: DecimalNumber] {
    try await database.read { try StockArrivals(connection: $0).found(of: ids) }
  }

  // MARK: Emptying the trash

  /// Erases everything in the trash.
  @discardableResult
  public func emptyTrash() async throws -> Int {
    try await change(nil, by: .eraseProducts) { try $0.erase($1) }
  }

  /// Erases what was put into the trash before a moment, as one command. Nobody is asked: it throws
  /// `CatalogError.wouldForget` if the history has no room for it.
  @discardableResult
  public func emptyTrash(deletedBefore moment: Date) async throws -> Int {
    let old = try await database.read {
      try ProductTable(connection: $0).trashed(before: moment)
    }
    if old.isEmpty { return 0 }
    // Not what was restored and deleted again meanwhile.
    return try await change(Set(old), by: .eraseProducts, mayAsk: false) { table, id in
      try table.isTrashed(id, before: moment) && table.erase(id)
    }
  }

  /// Applies `body` to each of `ids`; nil means everything in the trash.
  private func change(
    _ ids: Set<UUID>?, by command: CatalogCommand.Kind, mayAsk: Bool = true,
    _ change: @escaping @Sendable (ProductTable, UUID) throws -> Bool
  ) async throws -> Int {
    func carryOut() async throws -> Int {
      try await database.carryOut(command, mayAsk: mayAsk, count: { $0 }) { connection in
        let table = ProductTable(connection: connection)
        return try (ids ?? Set(table.trashed())).filter { try change(table, $0) }.count
      }
    }
    return command == .restoreProducts ? try await carryOut() : try await database.freeing(carryOut)
  }

  // MARK: Undo and redo

  /// Undoes the last command that is not undone, whichever window or process it came from. Returns
  /// it, or nil if there is nothing to undo.
  ///
  /// - Parameter choice: what to do with values that something else has changed since; nil: whoever opened the store is
  ///   asked, or it throws `CatalogError.wouldOverwrite`.
  @discardableResult
  public func undo(_ choice: UndoClash.Choice? = nil) async throws -> CatalogCommand? {
    try await database.step(choice) { try $0.undo() }
  }

  /// Redoes the command that was undone last. Returns it, or nil if there is nothing to redo.
  @discardableResult
  public func redo(_ choice: UndoClash.Choice? = nil) async throws -> CatalogCommand? {
    try await database.step(choice) { try $0.redo() }
  }

  /// Forgets the command that Undo would undo, without reverting it, so that older commands can be
  /// undone even if this one cannot. Undoing an older command on the same product still restores
  /// what the product was before that command.
  @discardableResult
  public func skipUndo() async throws -> CatalogCommand? {
    try await database.step { try $0.skip(isUndo: true) }
  }

  /// Forgets the command that Redo would redo.
  @discardableResult
  public func skipRedo() async throws -> CatalogCommand? {
    try await database.step { try $0.skip(isUndo: false) }
  }

  /// Forgets everything that could be undone and redone. Returns how many commands that was.
  @discardableResult
  public func forgetHistory() async throws -> Int {
    do {
      return try await database.changeHistory { try $0.forgetAll() }
    } catch CatalogError.diskFull(let full) {
      guard database.file.reserve.giveUp() else { throw CatalogError.diskFull(file: full) }
      var count = 0
      while case let some = try await forgetSome(), some > 0 { count += some }
      return count
    }
  }

  /// Forgets a few steps in as little room as possible. Returns how many.
  private func forgetSome() async throws -> Int {
    let bounds = database.historyBounds
    return try await database.underLock { connection in
      // What was removed is usually overwritten, which takes as much of the log.
      try connection.execute("PRAGMA secure_delete = FAST")
      let outcome = try connection.transaction(.write) {
        try History(connection: connection, bounds: bounds).forgetSome(ofBytes: 512 << 10)
      }
      try connection.checkpoint()
      return outcome
    }
  }

  /// What can be undone and redone.
  public func history() async throws -> CommandHistory {
    try await database.read { try History(connection: $0).commands() }
  }

  /// What steps are about, by their numbers.
  public func details(ofSteps numbers: Set<Int>) async throws -> [Int: StepDetail] {
    try await database.read { connection in
      let details = StepDetails(connection: connection)
      return try numbers.reduce(into: [:]) { $0[$1] = try details.detail(of: $1) }
    }
  }

  /// What Undo and Redo would do now, read without the rest of the history.
  public func nextCommands() async throws -> NextCommands {
    try await database.read {
      let history = History(connection: $0)
      return NextCommands(
        undoable: try history.next(isUndo: true)?.command,
        redoable: try history.next(isUndo: false)?.command)
    }
  }
}

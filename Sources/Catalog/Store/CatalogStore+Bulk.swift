// Changes to many products at once, each one command and one step of undo: all of it or nothing.

import Foundation

extension CatalogStore {
  /// Does `adjustments`, one after the other, to each of `products`, in one command.
  ///
  /// A product for which `revisions` has a number is left as it is when it is not of that revision
  /// any more, and comes back as a conflict; the others are changed. A product without one is
  /// changed as it is found, so leave it out only for what does not overwrite, or where the person
  /// means to overwrite whatever is there. A value that one product cannot have stops all of it.
  @discardableResult
  public func edit(
    _ products: Set<UUID>, basedOn revisions: [UUID: Int] = [:],
    _ adjustments: [ProductAdjustment]
  ) async throws -> BulkEditOutcome {
    let moment = Date()
    return try await database.carryOut(.editProduct, count: \.saved.count) { connection in
      let table = ProductTable(connection: connection)
      var outcome = BulkEditOutcome()
      for id in products {
        guard let current = try table.product(id) else {
          outcome.missing.insert(id)
          continue
        }
        if let revision = revisions[id], revision != current.revision {
          let base = try PastVersions(connection: connection).product(current, at: revision)
          outcome.conflicts[id] = EditConflict(current: current, base: base)
          continue
        }
        do {
          let adjusted = try adjustments.reduce(current) { try $1.applied(to: $0) }
          if adjusted == current {
            outcome.unchanged.insert(id)
          } else {
            _ = try table.update(current, to: adjusted, changed: moment)
            outcome.saved.insert(id)
          }
        } catch let error as InvalidValue {
          throw InvalidValue(error.field, error.problem, product: current.title.text)
        }
      }
      return outcome
    }
  }

  /// Moves products, in the order given, to a place in the manual order. Returns how many moved:
  /// none if they are there already.
  @discardableResult
  public func move(_ products: [UUID], to place: ManualPlace) async throws -> Int {
    // Neighbours that had to make room are none of those the person moved.
    try await database.carryOut(.moveProducts, count: { $0 }) {
      try ManualOrder(connection: $0).move(products, to: place)
    }
  }

  /// Gives a category and all within it another path; if that is there already, the two become
  /// one. Products in the trash go along. Returns how many products there were.
  @discardableResult
  public func renameCategory(
    _ category: CategoryPath, to path: CategoryPath
  ) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.renameCategory) {
      try ProductTable(connection: $0).renameCategory(category, to: path, at: moment)
    }
  }

  /// Gives a tag another name on every product; on those that have both, one is left. Returns how
  /// many products there were. What it was called may be any text: another program may have
  /// written it.
  @discardableResult
  public func renameTag(_ tag: String, to name: Tag) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.renameTag) {
      try ProductTable(connection: $0).renameTag(tag, to: name, at: moment)
    }
  }
}

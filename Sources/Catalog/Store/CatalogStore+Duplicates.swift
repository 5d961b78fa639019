// SPDX-License-Identifier: Apache-2.0
// Likely duplicates as seen from outside this module. That the products of a group are different ones is
// a command and a step of undo.

import Foundation

extension CatalogStore {
  /// Groups of products that may be one and the same, the surest first, with those that were told
  /// apart; besides these no more than some hundred. In the background, it throws `CancellationError` when
  /// somebody would have to wait for it.
  public func likelyDuplicates(inBackground: Bool = false) async throws -> [DuplicateGroup] {
    let finder = try await database.read(inBackground: inBackground) { try DuplicateFinder($0) }
    let groups = try await offThread { finder.groups() }
    return try await database.read(inBackground: inBackground) { connection in
      let items = try ItemReading(connection: connection).items(Set(groups.flatMap(\.keys)))
      return groups.map { group in
        DuplicateGroup(
          reasons: group.reasons, products: group.keys.compactMap { items[$0] },
          pictures: group.pictures)
      }
      .filter { $0.products.count > 1 }
    }
  }

  /// The groups that were told apart.
  public func markedDistinct() async throws -> MarkedDistinct {
    try await database.read { try MarkedDistinctTable(connection: $0).all() }
  }

  /// The products of a group are different ones, as far as it shows them.
  public func markDistinct(_ group: DuplicateGroup) async throws {
    try await database.carryOut(.markDistinct, count: { _ in 0 }) {
      try MarkedDistinctTable(connection: $0).insert(group)
    }
  }

  /// Nothing is told apart any longer.
  public func forgetMarkedDistinct() async throws {
    try await database.carryOut(.forgetMarkedDistinct, count: { _ in 0 }) {
      try MarkedDistinctTable(connection: $0).removeAll()
    }
  }
}

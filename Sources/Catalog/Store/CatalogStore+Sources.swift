// SPDX-License-Identifier: Apache-2.0
// The sources of lists as seen from outside this module. An import keeps its source itself, in its own step of undo.

import Foundation

extension CatalogStore {
  /// The sources by name.
  public func sources() async throws -> [ListSource] {
    try await database.read { try SourceTable(connection: $0).all() }
  }

  /// Nil if there is none with this name.
  public func source(named name: String) async throws -> ListSource? {
    try await database.read { try SourceTable(connection: $0).source(named: name) }
  }

  /// The rows of the source's last list by their keys.
  public func rows(ofSource name: String) async throws -> [String: String] {
    try await database.read { try SourceTable(connection: $0).rows(of: name) }
  }

  /// Forgets a source and its last list. The products stay.
  public func forgetSource(_ name: String) async throws {
    try await database.carryOut(.forgetSource, count: { _ in 0 }) {
      try SourceTable(connection: $0).remove(name)
    }
  }
}

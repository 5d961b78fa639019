// SPDX-License-Identifier: Apache-2.0
// The templates of categories as seen from outside this module. Each change is a command and a step of
// undo.

import Foundation

extension CatalogStore {
  public func templates() async throws -> ProductTemplates {
    try await database.read { try TemplateTable(connection: $0).all() }
  }

  /// Keeps a template for its category, in place of the one that it had.
  public func setTemplate(_ template: ProductTemplate) async throws {
    try await database.carryOut(.setTemplate, count: { _ in 0 }) {
      try TemplateTable(connection: $0).set(template)
    }
  }

  public func removeTemplate(of category: CategoryPath) async throws {
    try await database.carryOut(.removeTemplate, count: { _ in 0 }) {
      try TemplateTable(connection: $0).remove(category)
    }
  }
}

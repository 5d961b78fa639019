// SPDX-License-Identifier: Apache-2.0
// The templates of categories as seen from outside this module. Each change is a command and a step of
// undo.

import Foundation

extension CatalogStore {
  public func templates() async throws -> ProductTemplates {
    try await database.read { try TemplateTable(connection: $0).all() }
  }

  /// Keeps values for a category, in place of those that it had. The fields of its form stay as they were chosen, unless
  /// the template says which.
  public func setTemplate(_ template: ProductTemplate) async throws {
    try await database.carryOut(.setTemplate, count: { _ in 0 }) {
      let table = TemplateTable(connection: $0)
      var template = template
      if template.form == nil { template.form = try table.all()[template.category]?.form }
      try table.set(template)
    }
  }

  /// Forgets the values. The fields of the form stay as they were chosen.
  public func removeTemplate(of category: CategoryPath) async throws {
    try await database.carryOut(.removeTemplate, count: { _ in 0 }) {
      let table = TemplateTable(connection: $0)
      guard var template = try table.all()[category], template.form != nil else {
        return try table.remove(category)
      }
      if template.texts.isEmpty { throw CatalogError.templateMissing }
      template.texts = [:]
      try table.set(template)
    }
  }

  /// Keeps which fields the forms of a category have, or, with nil, that nobody chose them.
  public func choose(_ fields: FormFields?, for category: CategoryPath) async throws {
    try await database.carryOut(.chooseFields, count: { _ in 0 }) {
      let table = TemplateTable(connection: $0)
      let old = try table.all()[category]
      let new = ProductTemplate(category: category, texts: old?.texts ?? [:], form: fields)
      if !new.texts.isEmpty || new.form != nil {
        try table.set(new)
      } else if old != nil {
        try table.remove(category)
      }
    }
  }
}

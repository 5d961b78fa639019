// SPDX-License-Identifier: Apache-2.0
// Reads and writes the templates of categories. A row that this version can't read follows its
// category, is replaced and removed like any other, and is otherwise left as it is.

import Foundation

struct TemplateTable {
  let connection: Connection

  func all() throws -> ProductTemplates {
    var found = ProductTemplates()
    // An older catalogue that can only be read has no such table.
    guard
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'template'") > 0
    else { return found }
    try connection.forEachRow(
      "SELECT category, content FROM template ORDER BY category", arguments: []
    ) { row in
      let category = CategoryPath(stored: row.text("category"))
      if let template = ProductTemplate(stored: category, content: row.text("content")) {
        found.templates.append(template)
      } else {
        found.unreadable.append(category)
      }
      return true
    }
    return found
  }

  /// Sets the template of a category.
  func set(_ template: ProductTemplate) throws {
    try connection.run(
      """
      INSERT INTO template (category, content) VALUES (?, ?)
      ON CONFLICT (category) DO UPDATE SET content = excluded.content
      WHERE content <> excluded.content
      """, template.category.text, try template.content)
  }

  func remove(_ category: CategoryPath) throws {
    let count = try connection.run("DELETE FROM template WHERE category = ?", category.text)
    if count == 0 { throw CatalogError.templateMissing }
  }

  /// The templates of a category and its subcategories follow its new name, unless two categories
  /// are merged and the other one has a template itself.
  func renameCategory(_ old: CategoryPath, to new: CategoryPath) throws {
    let categories = try connection.rows("SELECT category FROM template ORDER BY category") {
      CategoryPath(stored: $0.text("category"))
    }
    // In this order, none meets a row that has yet to be renamed itself.
    for category in old.contains(new) ? categories.reversed() : categories {
      let path = category.following(old, to: new)
      guard path != category else { continue }
      let isMoved = try connection.run(
        "UPDATE OR IGNORE template SET category = ? WHERE category = ?", path.text, category.text)
      if isMoved == 0 { try remove(category) }
    }
  }

  /// The tag has the new name in every template.
  func renameTag(_ tag: String, to name: Tag) throws {
    for var template in try all().templates {
      guard let text = template.texts[.tags], let tags = try? TagsText.tags(from: text),
        tags.contains(where: { $0.text == tag })
      else { continue }
      var renamed = Tags()
      for old in tags { renamed.add(old.text == tag ? name : old) }
      template.texts[.tags] = TagsText.text(of: renamed)
      try set(template)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The templates of categories as they are now, for every window: whichever window or process changes
// one, the forms that are begun next follow.

import Catalog
import Foundation

@MainActor
public final class TemplateList {
  public let changed = Observers<Void>()
  private var found = ProductTemplates()
  private let reading: Rereading<ProductTemplates>

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    reading = Rereading { try await store.templates() }
    reading.values.add(self) { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] change in
      if [.everything, .templates].contains(change) { self?.reading.again() }
    }
    reading.again()
  }

  /// Returns once they have been read as they are now.
  func readAgain() async {
    reading.again()
    await reading.settle()
  }

  /// What a new product of a category begins with.
  func template(for category: CategoryPath?) -> ProductTemplate? {
    found.template(for: category)
  }

  /// Which fields the form of a product of a category has; nil if nobody chose them.
  func form(for category: CategoryPath?) -> FormFields? { found.form(for: category) }

  /// Whether fields were chosen for this very category.
  func hasForm(for category: CategoryPath) -> Bool { found[category]?.form != nil }

  /// Whether the category has values of its own, which this version may not be able to read.
  func isThere(for category: CategoryPath) -> Bool {
    found[category].map { !$0.texts.isEmpty } ?? found.unreadable.contains(category)
  }

  private func show(_ new: ProductTemplates) {
    guard new != found else { return }
    found = new
    changed.notify(())
  }
}

extension ProductTemplate {
  /// What it says for a product of a category, as far as these fields can have it there.
  func texts(
    for category: CategoryPath, in fields: [FormField], style: WritingStyle
  ) -> [FieldID: String] {
    fields.reduce(into: [:]) { typed, field in
      guard let text = texts[field.id], field.isOffered(in: category),
        let value = try? field.value(from: text, style: .neutral)
      else { return }
      typed[field.id] = field.kind.text(of: value, style: style)
    }
  }
}

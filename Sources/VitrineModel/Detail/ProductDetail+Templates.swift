// SPDX-License-Identifier: Apache-2.0
// What new products like the one that is shown begin with: one, with “New from This Product”,
// or all of its category, as long as that has a template.

import Catalog
import Foundation
import Wording

extension ProductDetail {
  /// What a new product like the one shown begins with.
  public var textsInCommon: [ProductForm.Field: String] {
    guard let product else { return [:] }
    let style = catalogue.writingStyle(for: nil)
    return AnyField.shared(customFields).map { FormField($0) }.reduce(into: [:]) { texts, field in
      let text = field.text(of: product, style: style)
      if !text.isEmpty { texts[field.id] = text }
    }
  }

  /// The category of the product that is shown.
  public var category: CategoryPath? { product?.category }

  /// Whether its category has a template.
  public var hasTemplate: Bool {
    category.map { catalogue.templates.isThere(for: $0) } ?? false
  }

  /// The category that is in the form, or else that of the product that is shown.
  public var categoryOfForm: CategoryPath? {
    if let form { form.category } else { (product ?? trashedProduct)?.category }
  }

  /// The fields of the forms of that category, to choose among.
  public var fieldChoice: FieldChoice? {
    categoryOfForm.map { FieldChoice(catalogue, for: $0) }
  }

  /// New products of the category begin like the one shown from now on.
  public func useAsTemplate() {
    guard let product, let template = ProductTemplate(like: product, customFields) else { return }
    let category = template.category
    guard !template.texts.isEmpty else {
      return messages.notify(
        tr("This product has nothing to use as a template: no tags, no price and so on."))
    }
    changeTemplate(
      .setTemplate, tr("New products in “%@” start with these values", category.displayText)
    ) { try await $0.setTemplate(template) }
  }

  /// New products of the category begin without anything again.
  public func removeTemplate() {
    guard let category else { return }
    changeTemplate(.removeTemplate, tr("Template for “%@” removed", category.displayText)) {
      try await $0.removeTemplate(of: category)
    }
  }

  private func changeTemplate(
    _ kind: CatalogCommand.Kind, _ sentence: String,
    _ work: @escaping @Sendable (CatalogStore) async throws -> Void
  ) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        try await work(catalogue.store)
        guard let offer = await catalogue.commands.offer(kind, sentence, count: 0) else {
          self?.messages.notify(sentence)
          return
        }
        self?.offers.notify(offer)
      } catch {
        self?.messages.notify(error.sentence)
      }
    }
  }
}

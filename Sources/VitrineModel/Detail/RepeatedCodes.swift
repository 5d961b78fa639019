// SPDX-License-Identifier: Apache-2.0
// Which products share an SKU or a GTIN: real shops have codes that repeat, and mistakes look the same.
// The form says so as soon as one is typed, and does not keep anybody from saving.

import Catalog
import Foundation
import Wording

@MainActor
final class RepeatedCodes {
  /// A sentence for each field whose code another product has.
  private(set) var doubts: [FieldID: String] = [:]
  let changed = Observers<Void>()

  private let catalogue: OpenCatalogue
  private var product: UUID?
  private var asked = 0

  init(_ catalogue: OpenCatalogue) { self.catalogue = catalogue }

  /// Looks for other products that have these codes of a product.
  func look(for codes: [FieldID: ProductCode], of product: UUID) {
    asked += 1
    if product != self.product { doubts = [:] }
    self.product = product
    if codes.isEmpty { return set([:]) }
    let number = asked
    Task { [weak self, store = catalogue.store] in
      var found: [FieldID: String] = [:]
      for (field, code) in codes {
        // Where the product is read, a message says what can't be read.
        let titles = (try? await store.titles(having: code, besides: product)) ?? []
        found[field] = Self.sentence(for: code, titles)
      }
      if let self, self.asked == number { self.set(found) }
    }
  }

  private func set(_ found: [FieldID: String]) {
    guard found != doubts else { return }
    doubts = found
    changed.notify(())
  }

  private static func sentence(for code: ProductCode, _ titles: [String]) -> String? {
    guard let title = titles.first else { return nil }
    let isOne = titles.count == 1
    switch code {
    case .sku:
      return isOne
        ? tr("“%@” has the same SKU.", title) : tr("“%@” and others have the same SKU.", title)
    case .gtin:
      return isOne
        ? tr("“%@” has the same GTIN.", title) : tr("“%@” and others have the same GTIN.", title)
    }
  }
}

extension ProductCode {
  /// The fields whose values are codes.
  static let fields: [FormField] = [FormField(.sku), FormField(.gtin)]

  init?(_ value: FieldValue?, in field: FieldID) {
    guard case .text(let text)? = value else { return nil }
    switch field {
    case .sku: self = .sku(text)
    case .gtin: self = .gtin(text)
    default: return nil
    }
  }

  /// The codes that `value` gives for the fields that have some.
  static func all(_ value: (FormField) -> FieldValue?) -> [FieldID: ProductCode] {
    var codes: [FieldID: ProductCode] = [:]
    for field in fields { codes[field.id] = ProductCode(value(field), in: field.id) }
    return codes
  }
}

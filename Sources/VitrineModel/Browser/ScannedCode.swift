// SPDX-License-Identifier: Apache-2.0
// A code that was scanned: which products have it, and how a new product begins with it.

import Catalog
import Foundation

public struct ScannedCode: Equatable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// The products that have it, as a GTIN with or without leading zeros or as an SKU; if there are none,
  /// those in the trash.
  public func products(in catalogue: OpenCatalogue) async throws -> [UUID] {
    var trash = ProductQuery()
    trash.inTrash = true
    for query in [ProductQuery(), trash] {
      let found = try await catalogue.store.identifiers(
        of: query, having: [.gtin(text), .sku(text)]
      ).products
      if !found.isEmpty { return found }
    }
    return []
  }

  /// What the form of a product that has it begins with: a GTIN has a check digit, everything else is
  /// the shop's own.
  public var texts: [ProductForm.Field: String] {
    [(try? GTIN(text)) == nil ? .sku : .gtin: text]
  }
}

extension ProductDetail {
  /// The new product that was begun here with this code.
  public func newProduct(begunWith code: ScannedCode) -> UUID? {
    guard let product = drafts.newProduct, let fields = drafts[product: product]?.fields,
      code.texts.allSatisfy({ fields[$0.key.text]?.typed == $0.value })
    else { return nil }
    return product
  }

  /// Whether something of another product is being edited here.
  public func isBusy(apartFrom product: UUID) -> Bool {
    productID != product && (hasUnfinishedEdit || pictures.openCaption != nil)
  }
}

extension ProductBrowser {
  /// Selects a product, if it is in the list and nothing is being edited here.
  public func select(scanned product: UUID) async -> Bool {
    guard !isBusy, await list.position(finding: product) != nil, !isBusy else { return false }
    select(product)
    return true
  }
}

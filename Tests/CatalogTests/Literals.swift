// SPDX-License-Identifier: Apache-2.0
// Values as literals, to make tests readable. They are not validated, as if they came from the
// catalogue's file: a test of validation calls the initializer. `Tag` and `NoteTitle` have no
// literals, because `try Tag("…")` would then mean the literal and validate nothing.

import Foundation

@testable import Catalog

extension FreeText: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(stored: text) }
}

extension Tags: ExpressibleByArrayLiteral {
  public init(arrayLiteral texts: String...) {
    self.init(stored: texts.map { Tag(stored: $0) })
  }
}

extension Quantity: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(storedMillionths: DecimalNumber(whole: value).millionths)
  }

  /// For numbers with few digits.
  public init(floatLiteral value: Double) {
    self.init(storedMillionths: Int64((value * 1_000_000).rounded()))
  }

  init(stock value: Int) throws { try self.init(stock: DecimalNumber(whole: value)) }
}

extension ProductChange {
  init(
    title: ProductTitle? = nil, description: FreeText? = nil, category: CategoryPath?? = nil,
    tags: Tags? = nil, sku: SKU?? = nil, gtin: GTIN?? = nil, price: Price?? = nil,
    unit: SaleUnit?? = nil, packSize: Quantity?? = nil,
    stock: Quantity?? = nil, minimumStock: Quantity?? = nil, year: IntroductionYear?? = nil,
    values: [UUID: FieldValue?] = [:]
  ) {
    self.init()
    self.title = title
    self.description = description
    self.category = category
    self.tags = tags
    self.sku = sku
    self.gtin = gtin
    self.price = price
    self.unit = unit
    self.packSize = packSize
    self.stock = stock
    self.minimumStock = minimumStock
    self.year = year
    self.values = values
  }
}

extension CatalogStore {
  @discardableResult
  func addNote(to product: UUID, title: String, text: FreeText) async throws -> Note {
    try await addNote(to: product, title: NoteTitle(title), text: text)
  }

  func editNote(
    _ id: UUID, basedOn revision: Int, title: String, text: FreeText
  ) async throws -> EditOutcome<Note> {
    try await editNote(id, basedOn: revision, title: NoteTitle(title), text: text)
  }
}

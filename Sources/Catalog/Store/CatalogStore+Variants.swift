// SPDX-License-Identifier: Apache-2.0
// Variants as seen from outside this module. Each change is one command and one step of undo; that
// variants follow their heads is done by `VariantUpkeep`, after every command.

import Foundation

extension CatalogStore {
  /// How many variants can be made at once.
  public static let mostVariants = 1_000

  /// The variants of a head outside the trash, in the manual order.
  public func variants(of head: UUID) async throws -> [ListedProduct] {
    try await database.read { connection in
      let keys = try VariantTable(connection: connection).keys(of: head)
      let items = try ItemReading(connection: connection).items(keys)
      return keys.compactMap { items[$0] }
    }
  }

  /// Makes the variants of a product that differ in these options: one for each combination of their
  /// values that it does not have yet. What they do not say they take from the product. Returns the
  /// new ones.
  @discardableResult
  public func makeVariants(
    of head: UUID, options: [(field: UUID, values: [FieldValue])]
  ) async throws -> [UUID] {
    try await database.carryOut(.makeVariants, count: \.count) { connection in
      let table = ProductTable(connection: connection)
      let custom = try FieldTable(connection: connection).fields().map(\.field)
      let source = try table.head(head)
      // Without those that were removed since.
      var known = VariantOptions(
        source.options.fields.filter { id in custom.contains { $0.id == id } })
      for option in options where !known.fields.contains(option.field) {
        known.fields.append(option.field)
      }
      try table.setOptions(known, of: source)
      let combinations = try Self.combinations(options, of: custom)
      let keys = try VariantTable(connection: connection).keys(of: head)
      var there = try Set(
        keys.map { key -> [UUID: FieldValue] in
          let values = try table.values.values(of: key)
          return values.filter { known.fields.contains($0.key) }
        })
      return try combinations.filter { there.insert($0).inserted }.map { values in
        var product = Product(title: source.title)
        let shared = VariantPlace.shared(custom, options: known)
        for field in shared { field.copy(from: source, to: &product) }
        product.values.merge(values) { $1 }
        let taken = shared.filter { $0.value(of: product) != nil }.map(\.id) + [.title]
        product.variant = VariantPlace(head: head, taken: Set(taken))
        try table.insert(product)
        return product.id
      }
    }
  }

  /// Makes products variants of another one. They keep what they have; what they lack, and what is the
  /// same already, they take from it from now on. Returns how many were not its variants before.
  @discardableResult
  public func join(_ products: [UUID], to head: UUID) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.joinVariants, count: { $0 }) { connection in
      let table = ProductTable(connection: connection)
      let custom = try FieldTable(connection: connection).fields().map(\.field)
      let source = try table.head(head)
      var count = 0
      for id in products {
        guard id != head else { throw InvalidValue(.variant, .headIsVariant) }
        guard var product = try table.product(id) else { throw CatalogError.productMissing }
        if product.variant?.head == head { continue }
        let current = product
        let alike = (VariantPlace.shared(custom, options: source.options) + [.builtIn(.title)])
          .filter { $0.value(of: source) == $0.value(of: product) && $0.value(of: product) != nil }
        product.variant = VariantPlace(head: head, taken: Set(alike.map(\.id)))
        _ = try table.update(current, to: product, changed: moment)
        count += 1
      }
      return count
    }
  }

  /// Makes variants products of their own again, with all that they took. Returns how many were
  /// variants.
  @discardableResult
  public func leave(_ products: [UUID]) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.leaveVariants, count: { $0 }) { connection in
      let table = ProductTable(connection: connection)
      var count = 0
      for id in products {
        guard var product = try table.product(id) else { throw CatalogError.productMissing }
        let current = product
        guard product.variant != nil else { continue }
        product.variant = nil
        _ = try table.update(current, to: product, changed: moment)
        count += 1
      }
      return count
    }
  }

  /// Sets the custom fields in which the variants of a product differ, in their order. Values stay.
  public func setOptions(_ fields: [UUID], of head: UUID) async throws {
    try await database.carryOut(.setOptions, count: { _ in 1 }) { connection in
      let table = ProductTable(connection: connection)
      try table.setOptions(VariantOptions(fields), of: table.head(head))
    }
  }

  /// Every combination of the values, the last option changing first.
  private static func combinations(
    _ options: [(field: UUID, values: [FieldValue])], of custom: [CustomField]
  ) throws -> [[UUID: FieldValue]] {
    try options.reduce([[:]]) { combinations, option in
      guard let field = custom.first(where: { $0.id == option.field }) else {
        throw CatalogError.fieldMissing
      }
      let values = try option.values.compactMap {
        try field.kind.checked($0, for: field.refusalName)
      }
      guard !values.isEmpty else { throw InvalidValue(field.refusalName, .empty) }
      guard combinations.count * values.count <= mostVariants else {
        throw InvalidValue(.variantOptions, .outOfRange(least: 1, most: mostVariants))
      }
      return combinations.flatMap { known in
        values.map { known.merging([option.field: $0]) { $1 } }
      }
    }
  }
}

extension ProductTable {
  /// A product that can have variants.
  fileprivate func head(_ id: UUID) throws -> Product {
    guard let product = try product(id) else { throw CatalogError.productMissing }
    guard product.variant == nil else { throw InvalidValue(.variant, .headIsVariant) }
    return product
  }

  fileprivate func setOptions(_ options: VariantOptions, of head: Product) throws {
    guard options != head.options else { return }
    let known = Set(try FieldTable(connection: connection).fields().map(\.field.id))
    guard options.fields.allSatisfy(known.contains) else { throw CatalogError.fieldMissing }
    var product = head
    product.options = try VariantOptions(text: options.text)
    _ = try update(head, to: product, changed: Date())
  }
}

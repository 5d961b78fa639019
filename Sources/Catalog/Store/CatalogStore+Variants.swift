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

  /// The photos with which a product is seen: its own, or those of its head if it is a variant that has none.
  /// `ItemReading` finds the first of them for lists, `ProductRelatives` for a window that has read the head.
  public func photos(seenOf product: Product) async throws -> [ProductPicture] {
    guard product.pictures.isEmpty, let head = product.variant?.head else {
      return product.pictures
    }
    return try await self.product(head, includingTrash: true)?.pictures ?? []
  }

  /// The variants of those of these products that have some, on this side of the trash, in the manual order.
  public func variants(
    ofAll heads: [UUID], inTrash: Bool = false
  ) async throws -> [UUID: [UUID]] {
    try await database.read { connection in
      let table = VariantTable(connection: connection)
      guard try !table.isEmpty() else { return [:] }
      var found: [UUID: [UUID]] = [:]
      for head in heads {
        let variants = try table.identifiers(of: head, inTrash: inTrash)
        if !variants.isEmpty { found[head] = variants }
      }
      return found
    }
  }

  /// What the variants of a product come to, as a list says it; nil if it has none.
  public func family(of head: UUID) async throws -> ListedFamily? {
    try await database.read { try VariantTable(connection: $0).family(of: head, inTrash: false) }
  }

  /// Whether any product is a variant, in the trash or not.
  public func hasVariants() async throws -> Bool {
    try await database.read { try !VariantTable(connection: $0).isEmpty() }
  }

  /// How many variants in the trash are erased with these products, besides those among them.
  public func variantsErased(with products: [UUID]) async throws -> Int {
    try await database.read { try VariantTable(connection: $0).countInTrash(of: products) }
  }

  /// Makes the variants of a product that differ in these options: one for each combination of their
  /// values that it does not have yet. What they do not say they take from the product. Returns the
  /// new ones.
  @discardableResult
  public func makeVariants(
    of head: UUID, options: [(field: UUID, values: [FieldValue])]
  ) async throws -> [UUID] {
    try await database.carryOut(.makeVariants, count: \.count) { connection in
      try ProductTable(connection: connection).makeVariants(of: head, options: options)
    }
  }

  /// Makes products variants of another one. They keep what they have; what they lack, and what is the
  /// same already, they take from it from now on. Returns how many were not its variants before.
  @discardableResult
  public func join(_ products: [UUID], to head: UUID) async throws -> Int {
    try await database.carryOut(.joinVariants, count: { $0 }) { connection in
      try ProductTable(connection: connection).join(products, to: head)
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
        guard let place = product.variant else { continue }
        product.variant = nil
        let stored = try table.update(current, to: product, changed: moment)
        // It was seen with the photos of its head.
        if product.pictures.isEmpty, let key = try table.key(of: id),
          let head = try table.product(place.head, includingTrash: true)
        {
          try PictureTable(connection: connection)
            .write(head.pictureCopies(), over: stored.pictures, of: key)
        }
        count += 1
      }
      return count
    }
  }

  /// Which of these are variants that differ from another one of the same product in no option.
  public func variantsAlike(among products: [UUID]) async throws -> [UUID] {
    try await database.read { connection in
      let (table, variants) = (
        ProductTable(connection: connection), VariantTable(connection: connection)
      )
      var counts: [UUID: [[UUID: FieldValue]: Int]] = [:]
      return try products.filter { id in
        guard let key = try table.key(of: id), let product = try table.product(id),
          let head = product.variant?.head, let options = try table.product(head)?.options
        else { return false }
        func combination(of key: Int64) throws -> [UUID: FieldValue] {
          try table.values.values(of: key).filter { options.fields.contains($0.key) }
        }
        let own = try combination(of: key)
        let known =
          try counts[head]
          ?? variants.keys(of: head).reduce(into: [:]) {
            $0[try combination(of: $1), default: 0] += 1
          }
        counts[head] = known
        return !own.isEmpty && known[own, default: 0] > 1
      }
    }
  }

  /// Sets the custom fields in which the variants of a product differ, in their order. Values stay.
  public func setOptions(_ fields: [UUID], of head: UUID) async throws {
    try await database.carryOut(.setOptions, count: { _ in 1 }) { connection in
      let table = ProductTable(connection: connection)
      try table.setOptions(VariantOptions(fields), of: table.head(head))
    }
  }

}

extension ProductTable {
  fileprivate func existing(_ id: UUID) throws -> Product {
    guard let product = try product(id) else { throw CatalogError.productMissing }
    return product
  }

  /// The one of these products whose variants the others become, if it is plain which one.
  fileprivate func head(among products: [UUID]) throws -> UUID? {
    let variants = VariantTable(connection: connection)
    let heads = try products.filter { try !variants.keys(of: $0, includingTrash: true).isEmpty }
    guard heads.count < 2 else { throw InvalidValue(.variant, .headIsVariant) }
    if let head = heads.first { return head }
    let prepared = try products.filter { id in
      let product = try existing(id)
      return product.variant == nil && !product.options.fields.isEmpty
    }
    return prepared.count == 1 ? prepared[0] : nil
  }

  /// A product that can have variants.
  fileprivate func head(_ id: UUID) throws -> Product {
    guard let product = try product(id) else { throw CatalogError.productMissing }
    guard product.variant == nil else { throw InvalidValue(.variant, .headIsVariant) }
    return product
  }

  fileprivate func setOptions(_ options: VariantOptions, of head: Product) throws {
    guard options != head.options else { return }
    let known = try FieldTable(connection: connection).fields().map(\.field)
    guard options.fields.allSatisfy({ id in known.contains { $0.id == id } }) else {
      throw CatalogError.fieldMissing
    }
    // Those of an older version stay.
    let new = known.filter {
      options.fields.contains($0.id) && !head.options.fields.contains($0.id)
    }
    if let refused = new.first(where: { !$0.isForOptions }) {
      throw InvalidValue(refused.refusalName, .notForOptions)
    }
    var product = head
    product.options = try VariantOptions(text: options.text)
    _ = try update(head, to: product, changed: Date())
  }

  func makeVariants(
    of head: UUID, options: [(field: UUID, values: [FieldValue])], areAllOptions: Bool = false
  ) throws -> [UUID] {
    let custom = try FieldTable(connection: connection).fields().map(\.field)
    let source = try self.head(head)
    // Without those that were removed since.
    var known = VariantOptions(
      source.options.fields.filter { id in custom.contains { $0.id == id } })
    if areAllOptions { known.fields = options.map(\.field) }
    for option in options where !known.fields.contains(option.field) {
      known.fields.append(option.field)
    }
    try setOptions(known, of: source)
    // One without values stays an option; the new variants say nothing of it.
    let filled = options.filter { !$0.values.isEmpty }
    guard !filled.isEmpty else { throw InvalidValue(.variantOptions, .empty) }
    let keys = try VariantTable(connection: connection).keys(of: head)
    let combinations = try Self.combinations(
      areAllOptions ? filled : completed(filled, inOrderOf: known, by: keys), of: custom)
    var there = try Set(
      keys.map { key -> [UUID: FieldValue] in
        let values = try self.values.values(of: key)
        return values.filter { known.fields.contains($0.key) }
      })
    return try combinations.filter { there.insert($0).inserted }.map { values in
      var product = Product(title: source.title)
      let shared = VariantPlace.shared(custom, options: known)
      for field in shared { field.copy(from: source, to: &product) }
      product.values.merge(values) { $1 }
      let taken = shared.filter { $0.value(of: product) != nil }.map(\.id) + [.title]
      product.variant = VariantPlace(head: head, taken: Set(taken))
      try insert(product)
      return product.id
    }
  }

  /// With the other options, in all values that variants have there: a size for which nothing else is said comes in all
  /// colours.
  private func completed(
    _ options: [(field: UUID, values: [FieldValue])], inOrderOf known: VariantOptions,
    by variants: [Int64]
  ) throws -> [(field: UUID, values: [FieldValue])] {
    let used = try variants.map { try values.values(of: $0) }
    return known.fields.compactMap { field in
      if let option = options.first(where: { $0.field == field }) { return option }
      var values: [FieldValue] = []
      for value in used.compactMap({ $0[field] }) where !values.contains(value) {
        values.append(value)
      }
      return values.isEmpty ? nil : (field: field, values: values)
    }
  }

  @discardableResult
  func join(_ products: [UUID], to head: UUID) throws -> Int {
    let moment = Date()
    let custom = try FieldTable(connection: connection).fields().map(\.field)
    let source = try self.head(head)
    var count = 0
    for id in products {
      guard id != head else { throw InvalidValue(.variant, .variantOfItself) }
      guard var product = try self.product(id) else { throw CatalogError.productMissing }
      if product.variant?.head == head { continue }
      let current = product
      product.variant = VariantPlace(
        head: head, taken: product.fieldsAlike(source, custom, options: source.options))
      _ = try update(current, to: product, changed: moment)
      count += 1
    }
    return count
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
      guard combinations.count * values.count <= CatalogStore.mostVariants else {
        throw InvalidValue(.variantOptions, .outOfRange(least: 1, most: CatalogStore.mostVariants))
      }
      return combinations.flatMap { known in
        values.map { known.merging([option.field: $0]) { $1 } }
      }
    }
  }
}

extension CatalogStore {
  /// Makes the variants of a product that differ in the options of these names, and in no others, in this order. A
  /// field that is not there yet is one of choices from then on, and one of choices that lacks a value gets it.
  ///
  /// - Parameter orders: of each option all values in their order, in which all variants of the product and what can be
  ///   chosen are put then. Empty to leave these as they are.
  @discardableResult
  public func makeVariants(
    of head: UUID, named options: [(name: String, values: [String])],
    inOrder orders: [[String]] = []
  ) async throws -> [UUID] {
    try await database.carryOut(.makeVariants, count: \.count) { connection in
      let fields = FieldTable(connection: connection)
      let known = try options.enumerated().map { place, option in
        let order = orders.indices.contains(place) ? orders[place] : []
        let field = try fields.option(option.name, having: option.values, inOrder: order)
        return (
          field: field.id,
          values: try option.values.compactMap {
            try field.kind.value(from: $0, for: field.refusalName)
          }
        )
      }
      let table = ProductTable(connection: connection)
      let new = try table.makeVariants(of: head, options: known, areAllOptions: true)
      if !orders.isEmpty {
        let ranks = zip(known, orders).map { option, order in
          (field: option.field, order: order.map(\.folded))
        }
        try table.arrangeVariants(of: head, by: ranks)
      }
      return new
    }
  }

  /// Makes products variants of one among them: of `chosen`, or else of the one that has variants, or else of the only one
  /// for which is said in what its variants differ, or else of a new product with all that they have in common. Returns
  /// that.
  @discardableResult
  public func gather(_ products: [UUID], under chosen: UUID? = nil) async throws -> UUID {
    try await database.carryOut(
      .joinVariants, count: { head in products.filter { $0 != head }.count }
    ) { connection in
      let table = ProductTable(connection: connection)
      let head: UUID
      if let there = try chosen ?? table.head(among: products) {
        head = there
      } else {
        let custom = try FieldTable(connection: connection).fields().map(\.field)
        let new = try Self.common(products.map { try table.existing($0) }, custom)
        try table.insert(new)
        head = new.id
      }
      try table.join(products.filter { $0 != head }, to: head)
      return head
    }
  }

  /// Those of these products of which the others could be variants; none if it is plain whose variants they become.
  public func possibleHeads(among products: [UUID]) async throws -> [Product] {
    try await database.read { connection in
      let table = ProductTable(connection: connection)
      guard try table.head(among: products) == nil else { return [] }
      return try products.map { try table.existing($0) }.filter { $0.variant == nil }
    }
  }

  /// What products have in common, as a new one. The custom fields in which they differ are its options.
  private static func common(_ products: [Product], _ custom: [CustomField]) throws -> Product {
    guard let first = products.first else { throw CatalogError.productMissing }
    var new = Product(title: try commonTitle(products) ?? first.title)
    // What only some of them have, or is a remark, tells nobody which one to take; and options are public.
    let differing = custom.filter { field in
      let values = products.compactMap { $0.values[field.id] }
      return field.isForOptions && values.count == products.count && Set(values).count > 1
        && values.allSatisfy { field.kind.text(of: $0).count <= longestOption }
    }
    new.options = VariantOptions(differing.prefix(VariantOptions.most).map(\.id))
    for field in VariantPlace.shared(custom, options: new.options)
    where products.allSatisfy({ field.value(of: $0) == field.value(of: first) }) {
      field.copy(from: first, to: &new)
    }
    return new
  }

  /// In characters, of a value that products are told apart by without having been asked.
  private static let longestOption = 30

  /// The words that all titles begin with, without what stands between them and the rest; nil if there are none.
  private static func commonTitle(_ products: [Product]) throws -> ProductTitle? {
    var words = products.first?.title.text.split(separator: " ") ?? []
    for product in products {
      let others = product.title.text.split(separator: " ")
      words = Array(zip(words, others).prefix { $0 == $1 }.map(\.0))
    }
    while let last = words.last, !last.contains(where: { $0.isLetter || $0.isNumber }) {
      words.removeLast()
    }
    let text = words.joined(separator: " ")
      .trimmingCharacters(in: CharacterSet(charactersIn: ",;:"))
    return text.isEmpty ? nil : try ProductTitle(text)
  }
}

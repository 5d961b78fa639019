// SPDX-License-Identifier: Apache-2.0
// Changes to many products at once: each is one command and one step of undo, all or nothing.

import Foundation

extension CatalogStore {
  /// Applies `adjustments`, in order, to each of `products`, as one command. Those that number the
  /// products go by the order of `products`; none may be there twice.
  ///
  /// If `revisions` has a revision for a product and the product has changed since, it is left
  /// unchanged and returned as a conflict; the others are changed. A product without a revision is
  /// changed in any case: leave it out only for adjustments that overwrite nothing, or if the
  /// user wants to overwrite whatever is there. A value that one product cannot have cancels
  /// everything, unless it is to be left out. If the task is cancelled before everything is written,
  /// nothing is changed.
  ///
  /// - Parameter progress: called from time to time, on any thread, with how many have been looked at.
  @discardableResult
  public func edit(
    _ products: some Collection<UUID> & Sendable, basedOn revisions: [UUID: Int] = [:],
    applying adjustments: [ProductAdjustment], leavingOutRefused: Bool = false,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> BulkEditOutcome {
    let (moment, ids) = (Date(), Array(products))
    return try await database.carryOut(
      .editProduct, isInterruptible: true, count: \.saved.count
    ) { connection in
      let updates = RowUpdates(connection: connection)
      var table = try ProductTable(connection: connection).extent(of: adjustments)
      table.updates = updates
      var outcome = BulkEditOutcome()
      outcome.saved.reserveCapacity(ids.count)
      var done = 0
      try table.readEach(ids) { place, stored in
        done += 1
        if done.isMultiple(of: 1000) { progress(done) }
        let id = ids[place]
        guard let stored else {
          outcome.missing.insert(id)
          return
        }
        let current = stored.product
        if let revision = revisions[id], revision != current.revision {
          outcome.conflicts[id] = try table.conflict(id, at: revision)
          return
        }
        do {
          let adjusted = try adjustments.applied(to: current, at: place)
          if adjusted == current {
            outcome.unchanged.insert(id)
          } else {
            try table.update(stored, to: adjusted, changed: moment)
            outcome.saved.insert(id)
          }
        } catch let error as InvalidValue {
          let refusal = InvalidValue(error.field, error.problem, product: current.title.text)
          guard leavingOutRefused else { throw refusal }
          outcome.refused[id] = refusal
        }
      }
      try updates.write()
      return outcome
    }
  }

  /// What `edit` would do, without doing it. It can be cancelled.
  ///
  /// - Parameter examples: how many products of each outcome are described.
  public func preview(
    _ products: [UUID], applying adjustments: [ProductAdjustment], examples: Int = 5
  ) async throws -> BulkEditPreview {
    var preview = BulkEditPreview()
    let given = Set(products)
    let fields = adjustments.reduce(into: Set<FieldID>()) { $0.formUnion($1.changedFields) }
    // In parts, so that others can read meanwhile and a cancelled one ends soon.
    for start in stride(from: 0, to: products.count, by: 500) {
      try Task.checkCancellation()
      let part = Array(products[start..<min(start + 500, products.count)])
      preview = try await database.read { [preview] connection in
        var preview = preview
        let table = try ProductTable(connection: connection).extent(of: adjustments)
        var outcomes: [(place: Int, outcome: BulkEditPreview.Outcome)] = []
        try table.readEach(part) { place, stored in
          guard let product = stored?.product else { return }
          let outcome: BulkEditPreview.Outcome =
            switch try table.adjusted(product, by: adjustments, at: start + place) {
            case .failure: .refused
            case .success(product): .unchanged
            case .success(let after): .changed(adjustments.oddities(from: product, to: after))
            }
          outcomes.append((place, outcome))
        }
        // The examples are the first ones in the order of the list, and whole.
        for (place, outcome) in outcomes.sorted(by: { $0.place < $1.place }) {
          try preview.count(outcome, examples: examples) {
            guard let product = try table.product(part[place]) else { return nil }
            return BulkEditPreview.Example(
              before: product,
              after: try table.adjusted(product, by: adjustments, at: start + place))
          }
        }
        let variants = VariantTable(connection: connection)
        if try !variants.isEmpty() {
          for head in part {
            preview.keepingOwn += try variants.countKeepingOwn(of: head, fields, besides: given)
          }
        }
        return preview
      }
    }
    return preview
  }

  /// Moves products, in the given order, to a place in the manual order. Returns how many moved: 0
  /// if they are there already.
  @discardableResult
  public func move(_ products: [UUID], to place: ManualPlace) async throws -> Int {
    // Neighbours that had to make room do not count as moved.
    try await database.carryOut(.moveProducts, count: { $0 }) {
      try ManualOrder(connection: $0).move(products, to: place)
    }
  }

  /// Renames a category with all its subcategories; if the new one exists, the two are merged.
  /// Includes products in the trash. Returns how many products were changed.
  @discardableResult
  public func renameCategory(
    _ category: CategoryPath, to path: CategoryPath
  ) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.renameCategory) { connection in
      try SavedSearchTable(connection: connection).change {
        $0.category = $0.category?.following(category, to: path)
      }
      try TemplateTable(connection: connection).renameCategory(category, to: path)
      return try ProductTable(connection: connection).renameCategory(
        category, to: path, at: moment)
    }
  }

  /// Renames a tag on every product; products that have both keep one. Returns how many products
  /// were changed. The old name may be any text: another program may have written it.
  @discardableResult
  public func renameTag(_ tag: String, to name: Tag) async throws -> Int {
    let moment = Date()
    return try await database.carryOut(.renameTag) { connection in
      try SavedSearchTable(connection: connection).change { query in
        query.tags = query.tags.map { $0 == tag ? name.text : $0 }
        query.filters = query.filters.map { $0 == .tag(tag) ? .tag(name.text) : $0 }
      }
      try TemplateTable(connection: connection).renameTag(tag, to: name)
      return try ProductTable(connection: connection).renameTag(tag, to: name, at: moment)
    }
  }
}

extension ProductTable {
  /// What is there now instead of the revision that an edit was based on.
  fileprivate func conflict(_ id: UUID, at revision: Int) throws -> EditConflict? {
    guard let current = try product(id) else { return nil }
    let base = try PastVersions(connection: connection).product(current, at: revision)
    return EditConflict(current: current, base: base)
  }

  /// What would become of a product.
  fileprivate func adjusted(
    _ product: Product, by adjustments: [ProductAdjustment], at position: Int
  ) throws -> Result<Product, InvalidValue> {
    do {
      let adjusted = try adjustments.applied(to: product, at: position)
      try values.requireOffered(product.values, for: adjusted)
      return .success(adjusted)
    } catch let error as InvalidValue {
      return .failure(error)
    }
  }
}

extension BulkEditPreview {
  fileprivate enum Outcome { case changed(Set<BulkEditOddity>), unchanged, refused }

  /// Counts what becomes of a product; `example` describes it if there are too few of its kind.
  fileprivate mutating func count(
    _ outcome: Outcome, examples: Int, _ example: () throws -> Example?
  ) throws {
    func adding(to list: inout [Example]) throws {
      if list.count < examples, let example = try example() { list.append(example) }
    }
    switch outcome {
    case .refused:
      refused += 1
      try adding(to: &refusals)
    case .unchanged:
      unchanged += 1
      try adding(to: &same)
    case .changed(let odd):
      changed += 1
      for oddity in odd { self.odd[oddity, default: 0] += 1 }
      if odd.isEmpty { try adding(to: &changes) } else { try adding(to: &oddities) }
    }
  }
}

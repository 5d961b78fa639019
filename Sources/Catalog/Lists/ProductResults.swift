// SPDX-License-Identifier: Apache-2.0
// A live list of products of any length, by position, always up to date. It holds the order of all
// of them, eight bytes each, and the items that were shown recently.
//
// Nothing here waits: an item that is not in memory is nil until its page is read, and everything
// that takes time happens on the catalogue's own threads. The worker does one thing at a time: the
// first page, the complete order, then changes as they come.

import Foundation

/// The products of a query, kept up to date until it is released.
@MainActor
public final class ProductResults {
  public enum Change: Sendable {
    /// Items were inserted, removed or moved, to be applied in order; the list is already updated.
    case items([ListChange])
    /// The content of items has changed or become available.
    case content
    /// The complete order is known.
    case completed
    /// The products can't be read.
    case failed(any Error)
  }

  public private(set) var query: ProductQuery
  /// Whether the first page is read, so that no items means no products.
  public private(set) var isLoaded = false
  /// Whether every product has its position; until then there may be more products.
  public private(set) var isComplete = false
  /// Set if nothing fits the search as it was typed, and the list has what was probably meant.
  public private(set) var spelling: OtherSpelling?
  /// Whether the items are those of the query, not still those of the one before it.
  public var areOfQuery: Bool { !needsPage }
  private let watched: @MainActor () -> Set<UUID>
  private let onChange: @MainActor (Change) -> Void
  private var strays: Set<Int64> = []
  private(set) var open = OpenHeads()

  private let database: Database
  private let pending = PendingChanges()
  private var subscription: Subscription?
  private lazy var pages = ItemPages<ListedProduct> { [database] keys in
    try await database.read { try ItemReading(connection: $0).items(keys) }
  } onRead: { [weak self] error in
    self?.onChange(error.map { .failed($0) } ?? .content)
  }
  /// Row numbers of products that were located.
  private var located: [UUID: Int64] = [:]
  private var worker: Task<Void, Never>?
  /// Counts the queries: results of older ones are dropped.
  private var number = 0
  /// Whether something failed; it is retried at the next change.
  private var isStalled = false
  private var needsPage = false
  private var needsOrder = false
  private var needsOpening = false

  /// How many products are found first.
  public nonisolated static let firstPage = 100

  init(
    _ query: ProductQuery, _ database: Database,
    watching watched: @escaping @MainActor () -> Set<UUID>,
    onChange: @escaping @MainActor (Change) -> Void
  ) {
    (self.query, self.database) = (query, database)
    (self.watched, self.onChange) = (watched, onChange)
    subscription = database.observers.listen { [weak self, pending] change in
      guard pending.add(change) else { return }
      Task { @MainActor [weak self] in self?.work() }
    }
    begin()
  }

  deinit {
    worker?.cancel()
  }

  // MARK: Asking

  /// Lists other products, or in another order. Work for the last query is cancelled; its items stay
  /// until the first page of the new one is read.
  public func show(_ query: ProductQuery) {
    guard query != self.query else { return }
    self.query = query
    begin()
  }

  var order: RowOrder { pages.order }

  /// How many items there are so far.
  public var count: Int { order.count }

  /// The product at a position; nil while it is being read, and beyond either end.
  public func item(at position: Int) -> ListedProduct? {
    guard !strays.isEmpty || !open.variants.isEmpty, has(position) else {
      return pages.item(at: position)
    }
    let key = order[position]
    var item = pages.item(at: position)
    item?.isStray = strays.contains(key)
    item?.isNested = open.nested.contains(key)
    item?.isOpen = open.variants[key] != nil
    return item
  }

  /// The heads whose variants are listed below them, as far as the list has them and folds variants.
  public var openHeads: Set<UUID> {
    get { open.wanted }
    set {
      guard newValue != open.wanted else { return }
      open.wanted = newValue
      needsOpening = true
      work()
    }
  }

  /// Whether variants are listed below their heads, because there are some and nothing asks for them alone.
  public var isFolding: Bool { open.isFolding }

  /// Where the head is below which a row is; nil if it is below none.
  public func head(above position: Int) -> Int? {
    guard has(position), open.nested.contains(order[position]) else { return nil }
    return (0..<position).last { !open.nested.contains(order[$0]) }
  }

  /// Neighbours are looked for beyond the ends, too.
  private func has(_ position: Int) -> Bool { position >= 0 && position < order.count }

  /// How many variants are listed below heads that are open.
  public var nestedCount: Int { open.nested.count }

  /// The position of a product that was shown or located before; nil if it is not in the list.
  public func position(of id: UUID) -> Int? {
    key(of: id).flatMap(order.position)
  }

  /// The row number of a product that was shown or located before.
  func key(of id: UUID) -> Int64? { pages.cache.key(of: id) ?? located[id] }

  /// The product with a row number, if it was shown recently.
  func knownProduct(_ key: Int64) -> UUID? { pages.cache.id(key) }

  /// Reads something of the list away from the main thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await database.read(body)
  }

  /// The item of a product, if it was shown recently.
  public func item(of id: UUID) -> ListedProduct? { pages.item(of: id) }

  /// Finds the position of any product; nil if it is not in the list so far.
  public func locate(_ id: UUID) async throws -> Int? {
    if let position = position(of: id) { return position }
    let key = try await database.read { connection in
      try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
    }
    guard let key else { return nil }
    if located.count > 1_000 { located = [:] }
    located[id] = key
    return order.position(of: key)
  }

  /// Whether there is nothing left to do.
  var isIdle: Bool { worker == nil && pages.isIdle && pending.isEmpty }

  // MARK: Work

  private func begin() {
    number += 1
    worker?.cancel()
    worker = nil
    isComplete = false
    (needsPage, needsOrder) = (true, true)
    pending.begin(reading: QueryConditions(query: query).readFields)
    work()
  }

  /// Starts the worker, if it is not running.
  private func work() {
    guard worker == nil else { return }
    isStalled = false
    let number = number
    worker = Task { [weak self, database] in
      while let job = self?.nextJob(number) {
        let outcome: Result<(ResultsJob.Outcome, OpenHeads), any Error>
        do { outcome = .success(try await job.run(in: database)) } catch {
          outcome = .failure(error)
        }
        self?.finish(outcome, number)
      }
    }
  }

  private func nextJob(_ number: Int) -> ResultsJob? {
    // The worker of an older query ends.
    guard number == self.number else { return nil }
    let kind: ResultsJob.Kind? =
      isStalled
      ? nil
      : needsPage
        ? .firstPage
        : needsOpening
          ? .opening
          : needsOrder
            ? .completeOrder
            : pending.isEmpty ? nil : .update(pending)
    guard let kind else {
      worker = nil
      return nil
    }
    return ResultsJob(
      kind: kind, query: query, order: order,
      strays: StrayRows(known: strays, watched: watched()), open: open)
  }

  private func finish(
    _ outcome: Result<(ResultsJob.Outcome, OpenHeads), any Error>, _ number: Int
  ) {
    guard number == self.number else { return }
    if case .success((_, let found)) = outcome {
      // Others may be wanted by now.
      needsOpening = found.wanted != open.wanted
      open = found.with(wanted: open.wanted)
    }
    switch outcome.map(\.0) {
    case .failure(let error):
      // It is retried at the next change or query.
      (needsOrder, needsOpening) = (true, false)
      isStalled = pending.take().isEmpty
      onChange(.failed(error))
    case .success(.page(let order, let isWhole, let items, let changes, let spelling)):
      self.spelling = spelling
      needsPage = false
      isLoaded = true
      pages.add(items)
      replace(order, changes)
      if isWhole { complete() }
    case .success(.order(let order, let changes, let strays, let spelling)):
      self.spelling = spelling
      replace(order, changes, strays: strays)
      complete()
    case .success(.update(let update)):
      apply(update)
    case .success(.again):
      pages.age()
      needsOrder = true
    }
  }

  private func replace(_ order: RowOrder, _ changes: [ListChange], strays: Set<Int64> = []) {
    pages.order = order
    self.strays = strays
    onChange(.items(changes))
    onChange(.content)
  }

  private func complete() {
    needsOrder = false
    isComplete = true
    onChange(.completed)
  }

  private func apply(_ update: OrderUpdate) {
    strays = update.strays
    for edit in update.edits {
      let change = edit.change
      pages.order.remove(at: change.position..<(change.position + change.removed))
      pages.order.insert(edit.keys, at: change.position)
    }
    let entered = Set(update.edits.flatMap(\.keys))
    pages.add(
      update.items.filter { pages.cache.contains($0.key) || entered.contains($0.key) })
    if !update.edits.isEmpty { onChange(.items(update.edits.map(\.change))) }
    onChange(.content)
  }
}

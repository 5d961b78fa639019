// SPDX-License-Identifier: Apache-2.0
// Which products of a list are selected: one, which the detail shows, several, or all of the list. They
// are kept as products, not as positions, so that sorting, new pages and changes from elsewhere do
// not matter. Selecting all of a list costs nothing for each product; sums and identifiers follow
// from another thread.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class BrowserSelection {
  public enum Extent {
    /// The one in `main`, or none.
    case one
    case several(ProductRows)
    /// All products of the list, including those that come into it later.
    case all
  }

  public enum Change {
    /// Other products are selected.
    case products
    /// The sums have become known or have changed.
    case totals
  }

  public let changed = Observers<Change>()
  public private(set) var extent = Extent.one
  /// What several selected products add up to; nil until it is known.
  public private(set) var totals: ProductTotals?
  /// Several selected products, in the order of the list; nil if they are not known yet, or more than
  /// are saved.
  public private(set) var identifiers: [UUID]?

  @SceneStorage var browserState: BrowserState
  @SceneStorage private var saved: SelectedProducts
  let list: ProductList
  private var survey: Task<Void, Never>?
  /// Looks up the one product to select that is not read yet.
  private var lookUp: Task<Void, Never>?
  /// Counts the selections that were made.
  var version = 0
  /// Whether another list is shown, of which it is not known yet whether it has the selected product.
  var isToFollow = false
  /// Where the main one was last: its neighbour takes over if all selected ones are gone.
  private var lastPosition = 0
  /// The one that is selected as soon as all selected ones are gone, while a command takes them away.
  private var successor: UUID?
  /// The product that is gone, and the version that the selection of its neighbour made.
  private var lost: (id: UUID, version: Int)?
  /// Those to select again as soon as they are found.
  private var restored: [UUID] = []

  init(
    _ list: ProductList, _ catalogue: OpenCatalogue, state: SceneStorage<BrowserState>,
    in session: SceneSession
  ) {
    self.list = list
    _browserState = state
    _saved = SceneStorage(wrappedValue: SelectedProducts(), SceneKey.selected, in: session)
    lastPosition = browserState.selectedPlace ?? 0
    list.changed.add(self) { [weak self] change in
      switch change {
      case .items, .completed:
        self?.keepPosition()
        self?.selectLostAgain()
        self?.look()
      case .content, .failed: break
      }
    }
    catalogue.changes.add(self) { [weak self] change in
      if change.touches([.stock, .unit, .packSize, .price]) { self?.look() }
    }
    selectSavedAgain()
  }

  /// The selected product, or the one of several that the user selected by itself last. None while it waits for
  /// a list that has it.
  public var main: UUID? { isAway ? nil : browserState.selection }

  /// Whether more than one product is selected.
  public var hasSeveral: Bool {
    if case .one = extent { false } else { true }
  }

  /// How many are selected.
  public var count: Int {
    switch extent {
    case .one: main == nil ? 0 : 1
    case .several(let rows): max(rows.count, restored.count)
    case .all: list.count
    }
  }

  /// Whether the product at a position of the list is selected.
  public func contains(_ position: Int) -> Bool {
    switch extent {
    case .one: main.map { list.rows.isProduct($0, at: position) } ?? false
    case .several(let rows): list.rows.isIn(rows, at: position)
    case .all: true
    }
  }

  /// The rows of several, or nil for all of the list.
  var rows: ProductRows? {
    if case .several(let rows) = extent { rows } else { nil }
  }

  // MARK: Selecting

  /// Selects one product alone, or none.
  func select(_ id: UUID?) {
    lookUp?.cancel()
    guard hasSeveral || id != main else { return }
    set(.one, main: id)
  }

  /// Selects only the main one of several.
  func selectMain() {
    if hasSeveral { select(main) }
  }

  /// Selects what is at these positions: `only` that, or that as well. One product that is not read yet is
  /// selected alone a moment later, because nothing could be shown of it.
  public func select(at positions: Range<Int>, only: Bool) {
    lookUp?.cancel()
    let positions = positions.clamped(to: 0..<list.count)
    let single = positions.count == 1 ? list.item(at: positions.lowerBound)?.id : nil
    if only, positions.count == 1 {
      if let single { select(single) } else { selectUnread(at: positions) }
      return
    }
    if positions.count == list.count, list.count > 1 { return set(.all, main: main) }
    var rows = only ? ProductRows() : currentRows
    rows.formUnion(list.rows.rows(at: positions))
    // The main one may only be known after a survey.
    if let first = positions.first { lastPosition = first }
    set(rows, main: single)
  }

  /// Unselects what is at these positions. One product always stays selected.
  public func unselect(at positions: Range<Int>) {
    lookUp?.cancel()
    var rows = currentRows
    rows.subtract(list.rows.rows(at: positions.clamped(to: 0..<list.count)))
    if rows.count > 0 { set(rows, main: nil) }
  }

  private func selectUnread(at position: Range<Int>) {
    let (row, results) = (list.rows.rows(at: position), list.rows)
    lookUp = Task { [weak self] in
      // If it can't be read, the list shows the error.
      guard let id = try? await results.identifiers(of: row).first,
        (try? await results.locate(id)) != nil, !Task.isCancelled
      else { return }
      self?.select(id)
    }
  }

  /// Selects one of several alone: the one at this position, if it is among them.
  public func selectOne(at position: Int?) {
    guard hasSeveral else { return }
    let there = position.flatMap { contains($0) ? list.item(at: $0)?.id : nil }
    select(there ?? main)
  }

  private var currentRows: ProductRows {
    switch extent {
    case .one:
      main.flatMap(list.position).map { list.rows.rows(at: $0..<($0 + 1)) } ?? ProductRows()
    case .several(let rows): rows
    case .all: list.rows.rows(at: 0..<list.count)
    }
  }

  private func set(_ rows: ProductRows, main id: UUID?) {
    if rows.count == 1, let only = list.rows.knownOnly(of: rows) { return select(only) }
    let old = main.flatMap { list.rows.isIn(rows, $0) ? $0 : nil }
    set(.several(rows), main: id ?? old ?? main)
  }

  private func set(_ extent: Extent, main id: UUID?) {
    let wasAll = if case .all = self.extent { true } else { false }
    self.extent = extent
    version += 1
    successor = nil
    restored = []
    totals = nil
    identifiers = nil
    // One that is chosen while the list before is still shown need not be in the next.
    isToFollow = isToFollow && !list.isCurrent && list.position(of: id) != nil
    browserState.isSelectionAway = false
    if id != browserState.selection {
      (browserState.selection, browserState.selectedPlace) = (id, nil)
    }
    var saved = saved
    saved.products = []
    saved.areAll = if case .all = extent { true } else { false }
    self.saved = saved
    keepPosition()
    if !wasAll || !saved.areAll { changed.notify(.products) }
    look()
  }

  func keepPosition() {
    guard let position = list.position(of: main) else { return }
    lastPosition = position
    if browserState.selectedPlace != position { browserState.selectedPlace = position }
  }

  /// Whether it is known where the main one was.
  var hasPlace: Bool { browserState.selectedPlace != nil }

  // MARK: Following the list

  /// Adds up what is selected, and finds out which of it is still in the list.
  private func look() {
    survey?.cancel()
    survey = nil
    // The first page of a list is not all of it: the others are not gone.
    guard hasSeveral, restored.isEmpty, list.isComplete else { return }
    let (rows, results) = (rows, list.rows)
    survey = Task { [weak self] in
      // If it can't be read now, it is read at the next change; the list shows the error.
      let found = try? await results.survey(rows, naming: SelectedProducts.most)
      if let found, !Task.isCancelled { self?.apply(found) }
    }
  }

  private func apply(_ found: ProductSurvey) {
    survey = nil
    if found.rows.count == 0 { return selectNeighbour() }
    if found.rows.count == 1, let only = found.identifiers?.first { return select(only) }
    (totals, identifiers) = (found.totals, found.identifiers)
    if main.map({ list.rows.isIn(found.rows, $0) }) != true { browserState.selection = found.first }
    keepPosition()
    if case .several(let rows) = extent {
      extent = .several(found.rows)
      saved.products = identifiers ?? []
      if rows.count != found.rows.count { changed.notify(.products) }
    }
    changed.notify(.totals)
  }

  /// All selected products are gone from the list.
  private func selectNeighbour() {
    let position = min(lastPosition, list.count - 1)
    guard position >= 0, successor == nil else { return select(successor) }
    let (neighbour, results) = (list.rows.rows(at: position..<(position + 1)), list.rows)
    let made = version
    Task { [weak self] in
      let ids = try? await results.identifiers(of: neighbour)
      guard let self, self.hasSeveral, self.version == made else { return }
      self.select(ids?.first)
    }
  }

  /// The one selected product is gone from the catalogue and from the list. If it comes back before the user
  /// has selected another one, it is selected again.
  func selectNeighbourOfLost() {
    let (made, place, results) = (version, lastPosition, list.rows)
    let first = lost.flatMap { $0.version == made ? $0.id : nil } ?? main
    Task { [weak self] in
      let next = try? await results.neighbour(of: ProductRows(), at: place)
      guard let self, version == made else { return }
      select(next)
      lost = first.map { ($0, version) }
    }
  }

  private func selectLostAgain() {
    guard let lost, lost.version == version, list.position(of: lost.id) != nil else { return }
    self.lost = nil
    select(lost.id)
  }

  /// Does what takes the selected products out of the list, and selects their neighbour, unless the
  /// user has selected others meanwhile. The list may be without them before `work` returns.
  func movingOn<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let made = version
    let next = await neighbour()
    if version == made { successor = next }
    defer { if version == made { successor = nil } }
    let value = try await work()
    if version == made { select(next) }
    return value
  }

  /// The first product after the main one, or else before it, that is not selected.
  private func neighbour() async -> UUID? {
    guard let rows else { return nil }
    return try? await list.rows.neighbour(of: rows, at: list.position(of: main) ?? lastPosition)
  }

  // MARK: Restoring

  private func selectSavedAgain() {
    if saved.areAll {
      extent = .all
    } else if let main, saved.products.contains(main) {
      restored = saved.products
      extent = .several(ProductRows())
      Task { [weak self, results = list.rows, restored] in
        let rows = try? await results.rows(of: restored)
        // The user may have selected others meanwhile.
        guard let self, self.restored == restored, self.hasSeveral else { return }
        self.restored = []
        guard let rows, rows.count > 1 else { return self.select(self.main) }
        self.extent = .several(rows)
        self.changed.notify(.products)
        self.look()
      }
    } else if saved != SelectedProducts() {
      saved.products = []
    }
  }
}

extension BrowserSelection {
  /// What the command to edit them is called.
  public var editLabel: String {
    tr("_Edit 1 Product…", "_Edit %@ Products…", count: count)
  }

  /// What the command to merge them is called.
  public var mergeLabel: String {
    tr("_Merge 1 Product…", "_Merge %@ Products…", count: count)
  }

  /// How many are selected, as a title.
  public var title: String {
    tr("1 Product Selected", "%@ Products Selected", count: count)
  }
}

extension ProductTotals {
  /// What is known of them, for the page: an amount for each currency on a line of its own.
  public var facts: [ProductFact] {
    let stock =
      counted == count || counted == 0
      ? stockText
      : tr("%1$@ (%2$@ of %3$@ counted)", stockText, counted.displayText, count.displayText)
    return [
      ProductFact(name: tr("In Stock"), text: counted == 0 ? "" : stock),
      ProductFact(name: tr("Stock Value"), text: Self.text(of: stockValues)),
      ProductFact(name: tr("Sum of Prices"), text: Self.text(of: priceSums)),
    ].filter { !$0.text.isEmpty }
  }

  private static func text(of amounts: [(currency: Currency, amount: Decimal)]) -> String {
    amounts.map { $0.amount.displayText(in: $0.currency) }.joined(separator: "\n")
  }
}

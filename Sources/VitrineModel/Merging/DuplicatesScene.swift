// SPDX-License-Identifier: Apache-2.0
// The model of the window with likely duplicates: groups of products that may be one and the same, the
// surest first, without those that the user has told apart. It follows the catalogue.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class DuplicatesScene {
  public enum Change {
    /// Groups were added, removed or replaced; the list already reflects it.
    case items([ListChange])
    /// Whether the products can be read.
    case failure
  }

  public let changed = Observers<Change>()
  public private(set) var groups: [DuplicateGroup] = []
  /// Why something was not done, as a sentence.
  public let messages = Observers<String>()
  /// How many groups were told apart.
  public var countMarkedDistinct: Int { found.count - groups.count }
  /// Why the products can't be read, as a sentence.
  public private(set) var failure: String?
  public private(set) var isLoaded = false
  /// The identifier of the selected group.
  @SceneStorage private var selected: String?
  private let catalogue: OpenCatalogue
  private var found: [DuplicateGroup] = []
  private var markedDistinct = MarkedDistinct()
  private var isMarkingDistinct = false
  private let reading: Rereading<Found>
  private let readingMarkedDistinct: Rereading<MarkedDistinct>
  private var soon: Task<Void, Never>?
  /// Until when they are not compared again.
  private var rest = ContinuousClock.now

  private struct Found: Sendable {
    let result: Result<[DuplicateGroup], any Error>
    let rest: ContinuousClock.Instant
  }

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.catalogue = catalogue
    _selected = SceneStorage(wrappedValue: nil, SceneKey.duplicatesSelection, in: session)
    readingMarkedDistinct = Rereading { [store = catalogue.store] in
      try await store.markedDistinct()
    }
    reading = Rereading { [store = catalogue.store, readingMarkedDistinct] in
      let start = ContinuousClock.now
      let result = await Self.found(in: store)
      let end = ContinuousClock.now
      await readingMarkedDistinct.settle()
      return Found(result: result, rest: end + (end - start) * 9)
    }
    session.activity = UserActivity(titled: .duplicates)
    reading.values.add(self) { [weak self] found in
      self?.rest = found.rest
      self?.show(found.result)
    }
    readingMarkedDistinct.values.add(self) { [weak self] in self?.show(markedDistinct: $0) }
    catalogue.changes.add(self) { [weak self] change in
      if [.everything, .markedDistinct].contains(change) { self?.readingMarkedDistinct.again() }
      if change.touches([.title, .sku, .gtin, .pictures]) { self?.reloadSoon() }
    }
    readingMarkedDistinct.again()
    reload()
  }

  deinit { soon?.cancel() }

  private nonisolated static func found(
    in store: CatalogStore
  ) async -> Result<[DuplicateGroup], any Error> {
    do {
      do {
        return .success(try await store.likelyDuplicates(inBackground: true))
      } catch is CancellationError {
        // It gives way to whoever waits for a list, but not for ever.
        return .success(try await store.likelyDuplicates())
      }
    } catch {
      return .failure(error)
    }
  }

  // Compares everything again: not after each of many edits, and for a tenth of the time at most,
  // however long it takes with a million products and however often something changes.
  private func reloadSoon() {
    guard soon == nil else { return }
    let next = max(ContinuousClock.now + .seconds(1), rest)
    soon = Task { [weak self] in
      try? await Task.sleep(until: next, clock: .continuous)
      guard !Task.isCancelled, let self else { return }
      soon = nil
      reload()
    }
  }

  public func reload() { reading.again() }

  private func show(_ result: Result<[DuplicateGroup], any Error>) {
    switch result {
    case .success(let new):
      found = new
      (isLoaded, failure) = (true, nil)
      showGroups()
    case .failure(let error):
      failure = error.sentence
      changed.notify(.failure)
    }
  }

  private func show(markedDistinct new: MarkedDistinct) {
    isMarkingDistinct = false
    guard new != markedDistinct else { return }
    markedDistinct = new
    if isLoaded { showGroups() }
  }

  private func showGroups() {
    let new = found.filter { !markedDistinct.contains($0) }
    let changes = ListChange.changes(from: groups, to: new)
    groups = new
    changed.notify(.items(changes))
  }

  // MARK: Telling apart

  /// The products of the selected group are different ones. The next group is selected.
  public func tellSelectedApart() {
    // A second press that comes before the list has changed means the same group.
    guard let place = selection, !isMarkingDistinct else { return }
    isMarkingDistinct = true
    let (group, next) = (groups[place], groups.dropFirst(place + 1).first ?? groups[..<place].last)
    // Before the catalogue says that the group is gone.
    selected = next?.id
    change {
      try await $0.markDistinct(group)
    } failed: { [weak self] in
      guard let self else { return }
      isMarkingDistinct = false
      if selected == next?.id { selected = group.id }
    }
  }

  /// All groups that were told apart are questions again.
  public func forgetMarkedDistinct() {
    change { try await $0.forgetMarkedDistinct() }
  }

  // The list and what stands below it say what was done: a message would cover the button that is
  // pressed for the next group.
  private func change(
    _ work: @escaping @Sendable (CatalogStore) async throws -> Void,
    failed: @escaping @MainActor () -> Void = {}
  ) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        try await work(catalogue.store)
      } catch {
        failed()
        self?.messages.notify(error.sentence)
      }
    }
  }

  /// The place of the group with this identifier.
  public func position(named id: String) -> Int? { groups.firstIndex { $0.id == id } }

  /// The place of the selected group.
  public var selection: Int? {
    get { selected.flatMap { position(named: $0) } }
    set {
      let id = newValue.flatMap { groups.indices.contains($0) ? groups[$0].id : nil }
      if id != selected { selected = id }
    }
  }
}

extension DuplicateGroup {
  /// What is the same, for people: “same SKU, same photo”.
  public var reasonText: String {
    reasons.map { reason in
      switch reason {
      case .gtin: tr("same GTIN")
      case .sku: tr("same SKU")
      case .picture: tr("same photo")
      case .title: tr("nearly the same title")
      }
    }.joined(separator: ", ")
  }

  /// The titles of its products.
  public var titlesText: String {
    products.map(\.title).inOneLine
  }
}

// SPDX-License-Identifier: Apache-2.0
// How many products each row of the sidebar has, for all windows. A catalogue of a million takes a
// moment to count, so nothing is counted before the first list is there, what is counted gives way to
// whoever waits for a list, and after a change only the newest count matters.

import Catalog
import Foundation

@MainActor
public final class PlaceCounts {
  public let changed = Observers<Void>()
  /// Whether the categories and the tags have been read.
  public private(set) var isLoaded = false
  /// Every category that has products, in the order of the tree.
  public private(set) var categories: [CategoryCount] = []
  /// Every tag, the most used ones first.
  public private(set) var tags: [TagCount] = []
  /// The count of another row; nil until it has been counted.
  public func count(of place: Place) -> Int? { counts[place] }

  /// How many products a place has, variants below others too; nil until they have been counted.
  func total(of place: Place) -> Int? {
    switch place {
    case .category(let path): categories.first { $0.path == path }?.count
    case .tag(let tag): tags.first { $0.tag == tag }?.count
    default: count(of: place)
    }
  }

  private var counts: [Place: Int] = [:]
  private let store: CatalogStore
  private let searches: SavedSearchList
  private let unfinished: UnfinishedProducts
  /// The queries that were counted: a search that was only renamed is not counted again.
  private var counted: [Place: ProductQuery] = [:]

  /// What is still to be counted, in this order.
  private var stale: [Part] = []
  private var hasBegun = false
  private var counting: Task<Void, Never>?
  private var current: (part: Part, task: Task<Answer, any Error>)?
  /// Whether the last count was given up for a newer one. The next one is finished: otherwise none
  /// ever is while another program changes one product after the other.
  private var wasGivenUp = false

  private enum Part: Hashable {
    /// The categories, the tags and the trash.
    case tree
    case list(Place)
  }

  private enum Answer: Sendable, Equatable {
    case tree([CategoryCount], [TagCount], all: Int, trash: Int)
    case list(Int)
  }

  init(
    _ store: CatalogStore, changes: Observers<CatalogChange>, searches: SavedSearchList,
    unfinished: UnfinishedProducts
  ) {
    self.store = store
    self.searches = searches
    self.unfinished = unfinished
    changes.add(self) { [weak self] change in
      guard let self else { return }
      if change.touches([.category, .tags]) { self.count([.tree]) }
      if change.touches(.all) {
        self.count([.list(.recentlyChanged), .list(.drafts)] + self.savedSearches)
      }
    }
    searches.changed.add(self) { [weak self] _ in self?.searchesChanged() }
    unfinished.changed.add(self) { [weak self] _ in self?.count([.list(.drafts)]) }
  }

  /// Starts counting. Before the first list is there it would only be in its way.
  public func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    count([.tree, .list(.recentlyChanged), .list(.drafts)] + savedSearches)
  }

  private var savedSearches: [Part] { searches.all.map { .list(.savedSearch($0.id)) } }

  private func searchesChanged() {
    let changed = searches.all.filter { counted[.savedSearch($0.id)] != $0.query }
    count(changed.map { .list(.savedSearch($0.id)) })
  }

  // MARK: Counting

  private func count(_ parts: [Part]) {
    guard hasBegun else { return }
    stale += parts.filter { !stale.contains($0) }
    if let current, stale.contains(current.part), !wasGivenUp {
      wasGivenUp = true
      current.task.cancel()
    }
    guard counting == nil, !stale.isEmpty else { return }
    counting = Task { [weak self] in
      while let task = self?.next() {
        let answer = await task.result
        self?.finish(answer)
      }
    }
  }

  private func next() -> Task<Answer, any Error>? {
    guard !stale.isEmpty else {
      counting = nil
      return nil
    }
    let part = stale.removeFirst()
    let (store, query) = (store, query(of: part))
    if case .list(let place) = part { counted[place] = query }
    let task = Task.detached { try await Self.count(part, query, in: store) }
    current = (part, task)
    return task
  }

  private func query(of part: Part) -> ProductQuery {
    switch part {
    case .tree, .list(.allProducts), .list(.category), .list(.tag): ProductQuery()
    case .list(.trash): ProductQuery(inTrash: true)
    case .list(.recentlyChanged): ProductQuery(filters: [ProductQuery.changedRecently()])
    case .list(.drafts): ProductQuery(only: unfinished.all)
    case .list(.savedSearch(let id)): searches[id]?.query ?? ProductQuery(only: [])
    }
  }

  private nonisolated static func count(
    _ part: Part, _ query: ProductQuery, in store: CatalogStore
  ) async throws -> Answer {
    guard part == .tree else { return .list(try await store.count(query, inBackground: true)) }
    let groups = try await store.groupCounts(ProductQuery(), by: .category, inBackground: true)
    let tags = try await store.tagCounts(inBackground: true)
    let trash = try await store.count(ProductQuery(inTrash: true), inBackground: true)
    return .tree(
      groups.categoryTree, tags.sorted { ($0.count, $1.tag) > ($1.count, $0.tag) },
      all: groups.reduce(0) { $0 + $1.count }, trash: trash)
  }

  private func finish(_ result: Result<Answer, any Error>) {
    guard let part = current?.part else { return }
    current = nil
    do {
      let answer = try result.get()
      wasGivenUp = false
      show(answer, of: part)
    } catch is CancellationError {
      // For a newer count, or for somebody who waited for a list.
      if !stale.contains(part) { stale.append(part) }
    } catch {
      // What can't be counted now is counted at the next change; the list shows the error.
    }
  }

  private func show(_ answer: Answer, of part: Part) {
    let before = (isLoaded, categories, tags, counts)
    switch (part, answer) {
    case (.tree, .tree(let categories, let tags, let all, let trash)):
      (self.categories, self.tags, isLoaded) = (categories, tags, true)
      (counts[.allProducts], counts[.trash]) = (all, trash)
    case (.list(let place), .list(let count)): counts[place] = count
    default: break
    }
    if before != (isLoaded, categories, tags, counts) { changed.notify(()) }
  }
}

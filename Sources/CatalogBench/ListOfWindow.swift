// SPDX-License-Identifier: Apache-2.0
// How long a window's list takes to show its first page, and to have its complete order.

import BenchTables
import Catalog
import Foundation

/// A list as a window has it.
@MainActor
final class ListOfWindow {
  enum Stage {
    case firstPage, completeOrder
    /// Another head is open.
    case opened
  }

  private let store: CatalogStore
  private let query: ProductQuery
  private lazy var results = store.results(query, watching: { [] }) { [weak self] in
    self?.changed($0)
  }
  private var awaited: (stage: Stage, waiting: CheckedContinuation<Void, any Error>)?

  init(_ query: ProductQuery, of store: CatalogStore) {
    (self.query, self.store) = (query, store)
    _ = results
  }

  var count: Int { results.count }

  /// Waits until the current query has reached this stage.
  func reached(_ stage: Stage) async throws {
    try await withCheckedThrowingContinuation { awaited = (stage, $0) }
  }

  private func changed(_ change: ProductResults.Change) {
    guard let (stage, waiting) = awaited else { return }
    switch change {
    case .failed(let error): waiting.resume(throwing: error)
    case .completed: waiting.resume()
    case .content where stage == .firstPage && results.isLoaded: waiting.resume()
    case .items where stage == .opened: waiting.resume()
    case .items, .content: return
    }
    awaited = nil
  }

  /// The milliseconds until a head is open, too.
  func open(_ head: UUID) async throws -> Double {
    let start = ContinuousClock.now
    results.openHeads.insert(head)
    try await reached(.opened)
    return start.duration(to: .now).milliseconds
  }

  /// The milliseconds until this list shows the first page of another query.
  func firstPage(afterShowing query: ProductQuery) async throws -> Double {
    let start = ContinuousClock.now
    results.show(query)
    try await reached(.firstPage)
    return start.duration(to: .now).milliseconds
  }
}

extension CatalogStore {
  /// Creates a list and returns it with the milliseconds until it has reached this stage.
  @MainActor
  func list(
    _ query: ProductQuery, until stage: ListOfWindow.Stage
  ) async throws -> (time: Double, list: ListOfWindow) {
    let start = ContinuousClock.now
    let list = ListOfWindow(query, of: self)
    try await list.reached(stage)
    return (start.duration(to: .now).milliseconds, list)
  }

  /// The milliseconds until a new list has its first page.
  func firstPage(_ query: ProductQuery) async throws -> Double {
    try await list(query, until: .firstPage).time
  }
}

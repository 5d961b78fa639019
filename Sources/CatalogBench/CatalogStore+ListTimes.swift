// How long a window's list takes to show its first page, and to have its complete order.

import BenchTables
import Catalog
import Foundation

extension ProductResults {
  enum Stage {
    case firstPage, completeOrder
  }

  /// Waits until the current query has reached this stage.
  func reached(_ stage: Stage) async throws {
    defer { onChange = { _ in } }
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
      var waiting = Optional(waiting)
      onChange = { [weak self] change in
        switch change {
        case .failed(let error): waiting?.resume(throwing: error)
        case .completed: waiting?.resume()
        case .content where stage == .firstPage && self?.isLoaded == true: waiting?.resume()
        default: return
        }
        waiting = nil
      }
    }
  }

  /// The milliseconds until this list shows the first page of another query.
  func firstPage(afterShowing query: ProductQuery) async throws -> Double {
    let start = ContinuousClock.now
    show(query)
    try await reached(.firstPage)
    return start.duration(to: .now).milliseconds
  }
}

extension CatalogStore {
  /// Creates a list and returns it with the milliseconds until it has reached this stage.
  @MainActor
  func list(
    _ query: ProductQuery, until stage: ProductResults.Stage
  ) async throws -> (time: Double, list: ProductResults) {
    let start = ContinuousClock.now
    let list = results(query)
    try await list.reached(stage)
    return (start.duration(to: .now).milliseconds, list)
  }

  /// The milliseconds until a new list has its first page.
  func firstPage(_ query: ProductQuery) async throws -> Double {
    try await list(query, until: .firstPage).time
  }
}

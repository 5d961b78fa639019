// Lists as a window holds them: how long until one has its first page, or all of its order.

import Catalog
import Foundation

extension ProductResults {
  enum Stage {
    case firstPage, completeOrder
  }

  /// Waits until this much of a query that was just asked is there.
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

  /// How many milliseconds it takes until this list shows the first page of another query.
  func firstPage(afterShowing query: ProductQuery) async throws -> Double {
    let start = ContinuousClock.now
    show(query)
    try await reached(.firstPage)
    return start.duration(to: .now).milliseconds
  }
}

extension CatalogStore {
  /// How many milliseconds a new list takes until this much of it is there, and the list.
  @MainActor
  func list(
    _ query: ProductQuery, until stage: ProductResults.Stage
  ) async throws -> (time: Double, list: ProductResults) {
    let start = ContinuousClock.now
    let list = results(query)
    try await list.reached(stage)
    return (start.duration(to: .now).milliseconds, list)
  }

  /// How many milliseconds it takes until a new list has its first page.
  func firstPage(_ query: ProductQuery) async throws -> Double {
    try await list(query, until: .firstPage).time
  }
}

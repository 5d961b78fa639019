// The products a browser window lists. However many there are, the list holds only their order and
// the rows in view: a row may be nil for a moment, and `content` follows.

import Catalog
import Foundation
import Wording

@MainActor
public final class ProductList {
  public enum Change {
    /// Rows came, went or moved; the list is as it is after them.
    case rows([RowChange])
    /// Rows show other content at the same positions, or have been loaded.
    case content
    /// The order of all products is known.
    case completed
    /// The products can't be read; the sentence says why.
    case failed(String)
  }

  public let changed = Observers<Change>()

  private let results: ProductResults
  private var hasFailed = false

  public init(_ catalogue: OpenCatalogue, _ query: ProductQuery = ProductQuery()) {
    results = catalogue.store.results(query)
    results.onChange = { [weak self] in self?.resultsChanged($0) }
  }

  /// Whether the first answer has arrived; before that, no rows does not mean no products.
  public var isLoaded: Bool { results.isLoaded }

  /// Whether the order of all products is known; until then there may be more of them.
  public var isComplete: Bool { results.isComplete }

  public var count: Int { results.count }

  /// Whether there is nothing to list, for sure.
  public var isEmpty: Bool { isLoaded && count == 0 }

  public func show(_ query: ProductQuery) { results.show(query) }

  /// The row at a position; nil while it is read, and once the rows are fewer than a view still
  /// believes.
  public func row(at position: Int) -> ProductRow? { results.row(at: position) }

  /// What the list shows of a product that was in view lately.
  public func row(of id: UUID) -> ProductRow? { results.row(of: id) }

  /// The position of a product that was in view or located before.
  public func position(of id: UUID?) -> Int? { id.flatMap(results.position) }

  /// Finds the position of any product; nil when it is not in the list so far.
  public func locate(_ id: UUID, _ found: @escaping @MainActor (Int?) -> Void) {
    Task { [results] in found(try? await results.locate(id)) }
  }

  private func resultsChanged(_ change: ProductResults.Change) {
    switch change {
    case .rows(let changes):
      hasFailed = false
      changed.notify(.rows(changes))
    case .content:
      // The rows replace the page with the error.
      if hasFailed { changed.notify(.rows([])) }
      hasFailed = false
      changed.notify(.content)
    case .completed:
      changed.notify(.completed)
    case .failed(let error):
      hasFailed = true
      changed.notify(.failed(error.sentence))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The products that a browser window lists. However many there are, the list only holds their order
// and the items on screen: an item may be nil for a moment, and `content` follows.

import Catalog
import Foundation
import Wording

@MainActor
public final class ProductList {
  public enum Change {
    /// Items were added, removed or moved; the list already reflects it.
    case items([ListChange])
    /// Items show other content at the same positions, or have been loaded.
    case content
    /// The order of all products is known.
    case completed
    /// The products can't be read; the sentence says why.
    case failed(String)
  }

  public let changed = Observers<Change>()

  private let catalogue: OpenCatalogue
  private let query: ProductQuery
  private let watched: @MainActor () -> Set<UUID>
  private lazy var results = catalogue.store.results(query, watching: watched) { [weak self] in
    self?.resultsChanged($0)
  }
  private var hasFailed = false

  /// - Parameter watched: what a user is looking at stays where it is in the list.
  init(
    _ catalogue: OpenCatalogue, _ query: ProductQuery,
    watching watched: @escaping @MainActor () -> Set<UUID>
  ) {
    (self.catalogue, self.query, self.watched) = (catalogue, query, watched)
    // It is read from now on.
    _ = results
  }

  /// Whether the first answer has arrived; before that, no items does not mean no products.
  public var isLoaded: Bool { results.isLoaded }

  /// Whether the order of all products is known; until then there may be more of them.
  public var isComplete: Bool { results.isComplete }

  /// Whether it lists what was asked for last, not still what was asked for before.
  public var isCurrent: Bool { results.areOfQuery }

  public var count: Int { results.count }

  /// Whether the list is known to be empty.
  public var isEmpty: Bool { isLoaded && count == 0 }

  /// The message when nothing fits the text of a search and other products are listed.
  public var searchNote: String? {
    guard count > 0, let spelling = results.spelling else { return nil }
    if spelling.lacksWords {
      return tr("Nothing has all of “%@”. Showing what has most of it.", spelling.typed)
    }
    guard let text = spelling.text else {
      return tr("No matches for “%@”. Showing similar spellings.", spelling.typed)
    }
    return spelling.isOnlyOne
      ? tr("No matches for “%1$@”. Showing matches for “%2$@”.", spelling.typed, text)
      : tr(
        "No matches for “%1$@”. Showing matches for “%2$@” and similar words.", spelling.typed, text
      )
  }

  public func show(_ query: ProductQuery) { results.show(query) }

  /// Whether variants are listed below their heads.
  public var isFolding: Bool { results.isFolding }

  /// Where the head is below which a row is; nil if it is below none.
  public func head(above position: Int) -> Int? { results.head(above: position) }

  /// How many there are without the variants below heads that are open.
  var foldedCount: Int { results.count - results.nestedCount }

  func open(_ heads: [UUID]) { results.openHeads = Set(heads) }

  /// The item at a position; nil until it is read, and when there are fewer items than a view still
  /// believes.
  public func item(at position: Int) -> ListedProduct? { results.item(at: position) }

  /// The item of a product that was on screen recently.
  public func item(of id: UUID) -> ListedProduct? { results.item(of: id) }

  /// The position of a product that was on screen or located before.
  public func position(of id: UUID?) -> Int? { id.flatMap(results.position) }

  /// Finds the position of any product; nil if it is not in the list so far.
  public func locate(_ id: UUID, _ found: @escaping @MainActor (Int?) -> Void) {
    Task { [results] in found(try? await results.locate(id)) }
  }

  /// The same, for those who wait.
  func position(finding id: UUID) async -> Int? {
    try? await results.locate(id)
  }

  /// What is known of several of its products, however many.
  var rows: ProductResults { results }

  private func resultsChanged(_ change: ProductResults.Change) {
    switch change {
    case .items(let changes):
      hasFailed = false
      changed.notify(.items(changes))
    case .content:
      // The items replace the page with the error.
      if hasFailed { changed.notify(.items([])) }
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

extension ListedProduct {
  /// What a screen reader says of its row or card: "Cherries, €10.99, Fruit".
  public func spokenText(isUnfinished: Bool) -> String {
    [
      title, isNested ? nil : countText, FormField(.price).text(of: self),
      category?.components.last,
      isUnfinished ? tr("unfinished edits") : nil,
      isStray ? tr("no longer in this list") : nil,
    ]
    .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What a row says below that of its head, which has the rest of the title.
  public func title(below head: ListedProduct?) -> String {
    guard let head, takes(.title), title.hasPrefix(head.title + " · ") else { return title }
    return String(title.dropFirst(head.title.count + 3))
  }

  /// Whether its title ends with what tells it from the other variants of its head.
  public var endsInValues: Bool { takes(.title) && title.endsInValues }

  /// How many variants it has; nil for none.
  public var countText: String? {
    family.map { tr("1 variant", "%@ variants", count: $0.count) }
  }
}

extension String {
  /// Whether a title may be that of a variant, which ends with what tells it from others.
  public var endsInValues: Bool { contains(" · ") }
}

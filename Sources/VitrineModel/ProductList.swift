// The products a browser window lists: the rows that match, and the selected one. An answer that a
// newer question has overtaken is dropped.

import Catalog
import Foundation

@MainActor
public final class ProductList {
  public enum Change {
    /// Rows came, went or moved; `rows` is as it is after them.
    case rows([RowChange])
    /// Rows show something else at the same places.
    case content
    case selection
    /// The products can't be read; the sentence says why.
    case failed(String)
  }

  public let changed = Observers<Change>()
  public private(set) var rows: [ProductRow] = []
  public private(set) var selectedID: UUID?
  /// Whether the first answer is there, so that "no products" means just that.
  public private(set) var isLoaded = false

  private let catalogue: OpenCatalogue
  private var query: ProductQuery
  private var asked = 0
  private var hasFailed = false

  public init(_ catalogue: OpenCatalogue, _ query: ProductQuery = ProductQuery()) {
    self.catalogue = catalogue
    self.query = query
    catalogue.changes.add(self) { [weak self] change in
      if change.touches(.all.subtracting(.notes)) { self?.reload() }
    }
    reload()
  }

  public func show(category: CategoryPath?) {
    guard category != query.category else { return }
    query.category = category
    reload()
  }

  public func select(_ id: UUID?) {
    guard id != selectedID else { return }
    selectedID = id
    changed.tell(.selection)
  }

  /// The row at a position; nil once the rows are fewer than a view still believes.
  public func row(at position: Int) -> ProductRow? {
    rows.indices.contains(position) ? rows[position] : nil
  }

  public func position(of id: UUID?) -> Int? {
    id.flatMap { id in rows.firstIndex { $0.id == id } }
  }

  private func reload() {
    asked += 1
    let (number, query) = (asked, query)
    Task { [weak self, catalogue] in
      do {
        let rows = try await catalogue.store.rows(query)
        guard let self, self.asked == number else { return }
        self.show(rows)
      } catch {
        guard let self, self.asked == number else { return }
        self.hasFailed = true
        self.changed.tell(.failed(error.sentence))
      }
    }
  }

  private func show(_ newRows: [ProductRow]) {
    let changes = RowChange.changes(from: rows.map(\.id), to: newRows.map(\.id))
    let isSame = rows == newRows && isLoaded && !hasFailed
    hasFailed = false
    rows = newRows
    isLoaded = true
    if isSame { return }
    changed.tell(.rows(changes))
    changed.tell(.content)
  }
}

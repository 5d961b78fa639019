// Which columns the list has. Some are there from the beginning, one comes with the first product in
// view that has something to show in it, and the user shows and hides any.

import Catalog
import Foundation

extension ProductBrowser {
  public typealias Column = ListColumn

  /// Every column that the list can have in its category. They include a custom field that is for
  /// other categories only, if a product in this one has a value of it anyway.
  public var offeredColumns: [FormField] {
    FormField.listed(customFields.all).filter {
      $0.isOffered(within: query.category) || filled.here.contains($0.id.text)
    }
  }

  /// The columns that are shown, from the left.
  public var columns: [(field: FormField, width: Int?)] {
    let offered = offeredColumns
    let kept = state.columns.compactMap { column in
      offered.first { $0.id.text == column.field }.map { ($0, column.width) }
    }
    let known = Set(kept.map(\.0.id))
    // The most important ones first: a narrow pane has no room for the others.
    let always = Self.alwaysShown.compactMap { id in offered.first { $0.id == id } }
    let others = offered.filter {
      !Self.alwaysShown.contains($0.id) && filled.ever.contains($0.id.text)
    }
    return (kept + (always + others).filter { !known.contains($0.id) }.map { ($0, nil) })
      .filter { !state.hiddenColumns.contains($0.0.id.text) || $0.0.id == .title }
  }

  public func isShown(_ column: FormField) -> Bool {
    columns.contains { $0.field.id == column.id }
  }

  /// Whether the user can hide it.
  public func canBeHidden(_ column: FormField) -> Bool { column.id != .title }

  /// Shows a column, where it was or after the others; or hides it.
  public func show(_ column: FormField, _ isShown: Bool) {
    guard isShown != self.isShown(column), isShown || canBeHidden(column) else { return }
    let name = column.id.text
    // The others stay where they are.
    keep(columns.map { Column(field: $0.field.id.text, width: $0.width) })
    state.hiddenColumns.removeAll { $0 == name }
    if !isShown {
      state.hiddenColumns.append(name)
    } else if !state.columns.contains(where: { $0.field == name }) {
      state.columns.append(Column(field: name))
    }
    session.saveNow()
    changed.notify(.columns)
    keepArrangement()
  }

  /// Keeps the order and the widths of the columns shown. Those that are not shown now stay after the
  /// ones they stood after.
  public func keep(_ columns: [Column]) {
    var kept = columns
    for (before, column) in zip([nil] + state.columns.map(\.field), state.columns)
    where !columns.contains(where: { $0.field == column.field }) {
      let place = kept.firstIndex { $0.field == before }.map { $0 + 1 } ?? 0
      kept.insert(column, at: place)
    }
    guard kept != state.columns else { return }
    state.columns = kept
    keepArrangement()
  }

  /// Adds the columns that are still missing and in which this product on screen has something to show.
  public func look(at product: ListedProduct) {
    var isNew = false
    for column in FormField.listed(customFields.all) {
      let name = column.id.text
      guard column.comesWhenFilled, !filled.here.contains(name), !column.text(of: product).isEmpty
      else { continue }
      filled.here.insert(name)
      filled.ever.insert(name)
      isNew = true
    }
    if isNew { changed.notify(.columns) }
  }

  nonisolated static let alwaysShown: [FieldID] = [.title, .price, .year, .category]

  /// The columns in which some product on screen has had something to show.
  struct FilledColumns {
    var ever: Set<String> = []
    /// Of the products of the category that the list shows now.
    var here: Set<String> = []
  }
}

extension FormField {
  /// Whether its column is there although nobody chose it.
  public var comesByItself: Bool { ProductBrowser.alwaysShown.contains(id) || comesWhenFilled }
}

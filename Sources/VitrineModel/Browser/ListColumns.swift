// SPDX-License-Identifier: Apache-2.0
// Which columns the list has. Some are there from the beginning, one comes with the first product in
// view that has something to show in it, and the user shows and hides any.

import Catalog
import Foundation

@MainActor
public final class ListColumns {
  private let listed: ListedPlace
  private let changed: Observers<BrowserChange>
  /// The columns in which some product on screen has had something to show.
  private var filled: Set<String> = []
  /// The same of the products of `category` alone.
  private var filledInCategory: Set<String> = []
  private var category: CategoryPath?

  init(_ listed: ListedPlace, changed: Observers<BrowserChange>) {
    (self.listed, self.changed) = (listed, changed)
  }

  private var every: [FormField] { FormField.listed(listed.catalogue.fields.all) }

  private var filledHere: Set<String> { category == listed.query.category ? filledInCategory : [] }

  /// Every column that the list can have in its category. They include a custom field that is for
  /// other categories only, if a product in this one has a value of it anyway.
  public var all: [FormField] {
    let filledHere = filledHere
    return every.filter {
      $0.isOffered(within: listed.query.category) || filledHere.contains($0.id.text)
    }
  }

  /// The columns that are shown, from the left.
  public var shown: [(field: FormField, width: Int?)] {
    let (offered, state) = (all, listed.state)
    let kept = state.columns.compactMap { column in
      offered.first { $0.id.text == column.field }.map { ($0, column.width) }
    }
    let known = Set(kept.map(\.0.id))
    // The most important ones first: a narrow pane has no room for the others.
    let always = Self.alwaysShown.compactMap { id in offered.first { $0.id == id } }
    let others = offered.filter {
      !Self.alwaysShown.contains($0.id) && filled.contains($0.id.text)
    }
    return (kept + (always + others).filter { !known.contains($0.id) }.map { ($0, nil) })
      .filter { !state.hiddenColumns.contains($0.0.id.text) || $0.0.id == .title }
  }

  public func isShown(_ column: FormField) -> Bool {
    shown.contains { $0.field.id == column.id }
  }

  /// Whether the user can hide it.
  public func canBeHidden(_ column: FormField) -> Bool { column.id != .title }

  /// Shows a column, where it was or after the others; or hides it.
  public func show(_ column: FormField, _ isShown: Bool) {
    guard isShown != self.isShown(column), isShown || canBeHidden(column) else { return }
    let name = column.id.text
    // The others stay where they are.
    keep(shown.map { ListColumn(field: $0.field.id.text, width: $0.width) })
    listed.change(.columns) { state in
      state.hiddenColumns.removeAll { $0 == name }
      if !isShown {
        state.hiddenColumns.append(name)
      } else if !state.columns.contains(where: { $0.field == name }) {
        state.columns.append(ListColumn(field: name))
      }
    }
    listed.keepArrangement()
  }

  /// Keeps the order and the widths of the columns shown. Those that are not shown now stay after the
  /// ones they stood after.
  public func keep(_ columns: [ListColumn]) {
    var kept = columns
    let old = listed.state.columns
    for (before, column) in zip([nil] + old.map(\.field), old)
    where !columns.contains(where: { $0.field == column.field }) {
      let place = kept.firstIndex { $0.field == before }.map { $0 + 1 } ?? 0
      kept.insert(column, at: place)
    }
    guard kept != old else { return }
    listed.state.columns = kept
    listed.keepArrangement()
  }

  /// Whether the user has made the list wider than it has to be: has resized a column, or kept others beside those that are
  /// always there.
  public var areArranged: Bool {
    shown.contains { column in
      column.width != nil
        || !Self.alwaysShown.contains(column.field.id)
          && listed.state.columns.contains { $0.field == column.field.id.text }
    }
  }

  /// Adds the columns that are still missing and in which this product on screen has something to show.
  public func look(at product: ListedProduct) {
    if category != listed.query.category {
      (category, filledInCategory) = (listed.query.category, [])
    }
    var isNew = false
    for column in every {
      let name = column.id.text
      guard column.comesWhenFilled, !filledInCategory.contains(name),
        !column.text(of: product).isEmpty
      else { continue }
      filledInCategory.insert(name)
      filled.insert(name)
      isNew = true
    }
    if isNew { changed.notify(.columns) }
  }

  nonisolated static let alwaysShown: [FieldID] = [.title, .price, .year, .category]
}

extension FormField {
  /// Whether its column is there although nobody chose it.
  public var comesByItself: Bool { ListColumns.alwaysShown.contains(id) || comesWhenFilled }
}

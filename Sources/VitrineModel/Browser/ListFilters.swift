// SPDX-License-Identifier: Apache-2.0
// The filters of a window’s list: what its menu offers, and a chip for each that is set.

import Catalog
import Foundation
import Wording

@MainActor
public final class ListFilters {
  private let listed: ListedPlace
  /// How many tags are offered, the most used ones.
  private static let mostTags = 20

  init(_ listed: ListedPlace) { self.listed = listed }

  private var customFields: [CustomField] { listed.catalogue.fields.all }

  /// The filters of every field, in the order of the form.
  public var ofFields: [FieldFilters] {
    let notes = ["empty": ProductFilter.isEmpty(.notes), "present": .isPresent(.notes)]
    let ofNotes = [
      ("empty", tr("None", context: "filter: a product without notes")),
      ("present", tr("Some", context: "filter: a product with notes")),
    ].compactMap { name, title in
      notes[name].map { FilterChoice(id: "notes:\(name)", title: title, action: .add($0)) }
    }
    return
      (FormField.all(customFields).filter { $0.isOffered(within: listed.query.category) }
      .map { withTags($0.filters, of: $0) } + [
        FieldFilters(field: tr("Notes", context: "what a product has"), choices: ofNotes)
      ])
      .filter { !$0.choices.isEmpty }
  }

  private func withTags(_ filters: FieldFilters, of field: FormField) -> FieldFilters {
    guard field.id == FormField(.tags).id else { return filters }
    let tags = listed.catalogue.counts.tags.prefix(Self.mostTags).map(\.tag).map {
      FilterChoice(id: "tag:\($0)", title: $0, action: .add(.tag($0)))
    }
    return FieldFilters(field: filters.field, choices: tags + filters.choices)
  }

  /// How bounds are read: an amount without a currency is in that of the products listed, or else of the one
  /// that is shown.
  public func styleOfBounds(beside product: Product?) -> WritingStyle {
    var style = WritingStyle.local(for: product)
    let list = listed.list
    let prices = (0..<min(list.count, 20)).lazy.compactMap { list.item(at: $0)?.price }
    if let listed = prices.first { style.currency = listed.currency }
    return style
  }

  /// The choice of this identifier.
  public func choice(_ id: String) -> FilterChoice? {
    (ProductFilter.general + ofFields.flatMap(\.choices)).first { $0.id == id }
  }

  /// The filters of the list, and what their chips say.
  public var chips: [(filter: ProductFilter, label: String)] {
    listed.query.filters.map { ($0, $0.label(customFields)) }
  }

  public func add(_ filter: ProductFilter) {
    guard !listed.query.filters.contains(filter) else { return }
    set(listed.query.filters + [filter])
  }

  public func remove(_ filter: ProductFilter) {
    set(listed.query.filters.filter { $0 != filter })
  }

  public func removeAll() { set([]) }

  /// Gives a field other bounds, or none.
  public func setRange(_ range: ProductFilter?, of field: FormField) {
    set(listed.query.filters.filter { !$0.isRange(of: field) } + [range].compactMap(\.self))
  }

  private func set(_ filters: [ProductFilter]) {
    var query = listed.query
    query.filters = filters
    listed.show(query)
  }
}

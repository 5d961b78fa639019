// The filters of a window’s list: what its menu offers, and a chip for each that is set.

import Catalog
import Foundation
import Wording

extension ProductBrowser {
  /// The filters of every field, in the order of the form.
  public var fieldFilters: [FieldFilters] {
    let notes = ["empty": ProductFilter.isEmpty(.notes), "present": .isPresent(.notes)]
    let ofNotes = [("empty", tr("None")), ("present", tr("Some"))].compactMap { name, title in
      notes[name].map { FilterChoice(id: "notes:\(name)", title: title, action: .add($0)) }
    }
    return
      (FormField.all(customFields.all).filter { $0.isOffered(within: query.category) }
      .map { withTags($0.filters, of: $0) } + [FieldFilters(field: tr("Notes"), choices: ofNotes)])
      .filter { !$0.choices.isEmpty }
  }

  private func withTags(_ filters: FieldFilters, of field: FormField) -> FieldFilters {
    guard field.id == FormField(.tags).id else { return filters }
    let tags = tagsToFilter.map {
      FilterChoice(id: "tag:\($0)", title: $0, action: .add(.tag($0)))
    }
    return FieldFilters(field: filters.field, choices: tags + filters.choices)
  }

  /// How bounds are read: an amount without a currency is in that of the products listed.
  public var styleOfBounds: WritingStyle {
    var style = WritingStyle.local(for: detail.product)
    let prices = (0..<min(list.count, 20)).lazy.compactMap { self.list.item(at: $0)?.price }
    if let listed = prices.first { style.currency = listed.currency }
    return style
  }

  /// The choice of this identifier.
  public func filterChoice(_ id: String) -> FilterChoice? {
    (ProductFilter.problems + fieldFilters.flatMap(\.choices)).first { $0.id == id }
  }

  /// The filters of the list, and what their chips say.
  public var chips: [(filter: ProductFilter, label: String)] {
    query.filters.map { ($0, $0.label(customFields.all)) }
  }

  public func add(_ filter: ProductFilter) {
    guard !query.filters.contains(filter) else { return }
    self.filter(query.filters + [filter])
  }

  public func remove(_ filter: ProductFilter) {
    self.filter(query.filters.filter { $0 != filter })
  }

  public func removeFilters() { filter([]) }

  /// Gives a field other bounds, or none.
  public func setRange(_ range: ProductFilter?, of field: FormField) {
    filter(query.filters.filter { !$0.isRange(of: field) } + [range].compactMap(\.self))
  }

  private func filter(_ filters: [ProductFilter]) {
    var query = query
    query.filters = filters
    show(query)
  }
}

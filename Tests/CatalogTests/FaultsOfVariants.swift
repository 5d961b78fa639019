// SPDX-License-Identifier: Apache-2.0
// What is true of variants whatever was done.

import Foundation

@testable import Catalog

/// What is wrong with the variants of a catalogue.
func faultsOfVariants(in store: CatalogStore) async throws -> [String] {
  let fields = try await store.fields()
  var products: [UUID: (product: Product, isTrashed: Bool)] = [:]
  for (id, seen) in try await SeenProduct.all(in: store) {
    products[id] = (seen.product, seen.isTrashed)
  }
  return products.values.flatMap { variant, isTrashed -> [String] in
    guard let place = variant.variant else { return [] }
    let name = variant.title.text
    guard let (head, headIsTrashed) = products[place.head] else { return ["\(name) has no head"] }
    var faults: [String] = []
    if head.variant != nil { faults.append("\(name) is a variant of a variant") }
    if headIsTrashed, !isTrashed { faults.append("\(name) is not in the trash with its head") }
    for field in VariantPlace.shared(fields, options: head.options) {
      let (own, theirs) = (field.value(of: variant), field.value(of: head))
      if place.taken.contains(field.id), own != theirs {
        faults.append("\(name) has not taken \(field)")
      }
      if own == nil, theirs != nil { faults.append("\(name) lacks \(field)") }
    }
    return faults
  }
}

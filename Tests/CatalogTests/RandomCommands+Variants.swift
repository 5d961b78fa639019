// SPDX-License-Identifier: Apache-2.0
// Random commands on variants, and what is true of variants whatever was done.

import Foundation

@testable import Catalog

extension RandomCommands {
  mutating func variantCommand(_ products: [UUID], _ store: CatalogStore) async throws -> String {
    let some = products.shuffled(using: &random).prefix(1 + below(3))
    guard let head = products.randomElement(using: &random) else { return "" }
    let fields = try await store.fields().shuffled(using: &random)
    do {
      switch below(4) {
      case 0:
        let texts = ["1", "2", "yes", "1 EUR", "2026-02-28", "a"].shuffled(using: &random)
        let options = fields.prefix(1 + below(2)).map { field in
          let values = texts.compactMap { try? field.kind.value(from: $0, for: .value) }
          return (field: field.id, values: Array(values.prefix(2)))
        }
        try await store.makeVariants(of: head, options: options.filter { !$0.values.isEmpty })
        return "make variants"
      case 1:
        try await store.leave(Array(some))
        return "leave"
      case 2:
        try await store.setOptions(fields.prefix(2).map(\.id), of: head)
        return "set options"
      default:
        try await store.join(Array(some), to: head)
        return "join"
      }
    } catch is InvalidValue {
      return ""
    }
  }
}

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

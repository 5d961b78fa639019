// SPDX-License-Identifier: Apache-2.0
// Random commands on variants.

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

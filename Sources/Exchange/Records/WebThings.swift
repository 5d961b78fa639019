// SPDX-License-Identifier: Apache-2.0
// The things of a page by their identifiers: one thing may only name another, which stands elsewhere on the page.

struct WebThings {
  private var byID: [String: JSONValue] = [:]
  /// The identifiers of what is a variant of something on the page.
  private var variants: Set<String> = []
  /// By the identifier of a product, the variants that name it.
  private var naming: [String: [JSONValue]] = [:]

  init(_ values: [JSONValue]) {
    for value in values { look(in: value, depth: 0) }
    for (id, variants) in naming where byID[id]?.types.contains("ProductGroup") ?? false {
      self.variants.formUnion(variants.compactMap { $0["@id"]?.text })
    }
  }

  /// A value, or each of several; what is only named, as it stands elsewhere.
  func all(_ value: JSONValue?) -> [JSONValue] { (value?.all ?? []).map(whole) }

  /// The variants of a product: those that it names, and those that name it.
  func variants(of product: JSONValue) -> [JSONValue] {
    let own = all(product["hasVariant"]).filter { !$0.isReference }
    let known = Set(own.compactMap { $0["@id"]?.text })
    let others = product["@id"]?.text.flatMap { naming[$0] } ?? []
    return own + others.filter { !known.contains($0["@id"]?.text ?? "") }
  }

  /// Whether it is told among those of another one.
  func isVariant(_ product: JSONValue) -> Bool {
    product["@id"]?.text.map(variants.contains) ?? false
  }

  private func whole(_ value: JSONValue) -> JSONValue {
    guard value.isReference, let id = value["@id"]?.text else { return value }
    return byID[id] ?? value
  }

  private mutating func look(in value: JSONValue, depth: Int) {
    guard depth < WebProducts.deepest else { return }
    switch value {
    case .list(let values): for value in values { look(in: value, depth: depth + 1) }
    case .object(let members):
      if let id = value["@id"]?.text, !value.isReference, byID[id] == nil { byID[id] = value }
      for variant in value["hasVariant"]?.all ?? [] where variant.isReference {
        if let id = variant["@id"]?.text { variants.insert(id) }
      }
      for product in value["isVariantOf"]?.all ?? [] {
        guard let id = product["@id"]?.text, value["@id"] != nil else { continue }
        naming[id, default: []].append(value)
      }
      for (key, member) in members where !WebProducts.others.contains(key) {
        look(in: member, depth: depth + 1)
      }
    default: break
    }
  }
}

extension JSONValue {
  /// Whether it only names a thing.
  fileprivate var isReference: Bool {
    guard case .object(let members) = self else { return false }
    return members.allSatisfy { $0.key.hasPrefix("@") }
  }
}

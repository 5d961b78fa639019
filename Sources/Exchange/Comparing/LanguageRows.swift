// SPDX-License-Identifier: Apache-2.0
// A list with a row for each language of a product: one of them is the product.

import Catalog

struct LanguageRows {
  private let understanding: Understanding

  init(_ understanding: Understanding) { self.understanding = understanding }

  func joined(_ rows: [ReadRow]) -> [ReadRow] {
    guard understanding.hasLanguages else { return rows }
    let codes: [AnyField] = [.builtIn(.sku), .builtIn(.gtin)]
    func key(_ row: ReadRow) -> FieldValue? { codes.lazy.compactMap { row.values[$0] }.first }
    var places: [FieldValue: Int] = [:]
    var joined: [ReadRow] = []
    for row in rows {
      guard let key = key(row), let place = places[key] else {
        if let key = key(row) { places[key] = joined.count }
        joined.append(row)
        continue
      }
      // What the chosen language does not say, another may.
      let isChosen = row.language == understanding.language
      let first = joined[place]
      let other = isChosen ? first : row
      var kept = isChosen ? row : first
      kept.values.complete(by: other.values)
      kept.blanks.subtract(other.values.keys)
      kept.open += other.open.filter { !kept.open.contains($0) }
      for refusal in other.refusals where !kept.refusals.contains(refusal) { kept.refuse(refusal) }
      if kept.pictures.isEmpty { kept.pictures = other.pictures }
      // How rows belong together is said by the first.
      (kept.number, kept.family, kept.structure) = (first.number, first.family, first.structure)
      joined[place] = kept
    }
    return joined
  }
}

// SPDX-License-Identifier: Apache-2.0
// `vitrinectl count`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let count = Verb(
    "count", "[WORD…]", about: tr("count products, all or those with these words"),
    details: tr(
      """
      With --by, it counts them for each value of a field. Values of a custom field that differ only in \
      case or accents count as one.
      """),
    use: .reading,
    options: [
      OptionGroup([
        VerbOption(
          "--by", .text("KIND", offering: ProductGrouping.builtIn.map(\.name)),
          about:
            tr(
              "count by %@ (empty, low or enough) or a custom field",
              ProductGrouping.builtIn.map(\.name).joined(separator: ", "))
        ) { $0.kind = $1 }
      ]), ProductConditions.options.lifted(to: \CountRequest.conditions),
    ], of: CountRequest()
  ) { request, words in
    var request = request
    request.conditions.search(words)
    return { [request] store, output in
      let query = try await request.conditions.query(in: store)
      guard let kind = request.kind else {
        let count = try await store.count(query)
        try output.say(["products": count], "\(count)")
        return .fine
      }
      let fields = try await store.fields()
      try print(
        try await store.groupCounts(query, by: grouping(named: kind, among: fields)), to: output)
      return .fine
    }
  }

  /// Prints how many products have each value.
  static func print(_ groups: [GroupCount], to output: Output) throws {
    try output.say(each: groups.map { GroupRecord(value: $0.value, products: $0.count) }) {
      "\($0.products)\t\(($0.value ?? "").printable())"
    }
  }

  private static func grouping(
    named name: String, among fields: [CustomField]
  ) throws -> ProductGrouping {
    // Tags were called by the singular here.
    let builtIn = name == "tag" ? .tags : ProductGrouping.builtIn.first { $0.name == name }
    if let builtIn { return builtIn }
    let fields = fields.filter(\.kind.groups)
    if let field = fields.first(where: { $0.isNamed(name) }) { return .field(.custom(field.id)) }
    throw UsageError.unknownName(
      name, known: ProductGrouping.builtIn.map(\.name) + fields.map(\.name))
  }
}

private struct CountRequest: Sendable {
  var conditions = ProductConditions()
  var kind: String?
}

private struct GroupRecord: Encodable {
  let value: String?
  let products: Int
}

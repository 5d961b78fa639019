// SPDX-License-Identifier: Apache-2.0
// `vitrinectl variant`: products that differ in a few options, such as a shirt in sizes and colours.

import Catalog
import Foundation
import Wording

extension Verb {
  static let variant = Verb(
    "variant", "ID", about: tr("list the variants of a product"),
    details: tr(
      """
      A line has the identifier, the values of the options, SKU, price and stock, separated by tabs. \
      With --json, it is that of “list”. A variant has all fields of a product; what it does not say it \
      takes from its head, which is listed under “taken” by “show --json”. To let it take a field \
      again, empty that: vitrinectl edit ID --price "".
      """),
    use: .reading
  ) { words in
    let words = ProductWords(words)
    try words.check()
    return { store, output in
      guard let id = try words.readOne() else { return .failed }
      guard let head = try await store.product(id) else {
        Terminal.complain(noProduct(id))
        return .failed
      }
      let fields = try await store.fields()
      let options = head.options.fields.compactMap { id in fields.first { $0.id == id } }
      let columns =
        options.map { ListColumn.custom($0) } + [
          .builtIn(.sku), .builtIn(.price), .builtIn(.stock),
        ]
      for product in try await store.variants(of: id) {
        if output.asJSON {
          Terminal.write(Array(product.json(fields: fields, snippet: nil) + Data("\n".utf8))[...])
        } else {
          Terminal.say(product.line(columns, snippet: nil))
        }
      }
      return .fine
    }
  }

  static let variantMake = Verb(
    "variant make", "ID", needing: "--option NAME=VALUE,VALUE",
    about: tr("make variants of a product, and print their identifiers"),
    details: tr(
      """
      One is made for each combination of the values that is not there yet. An option is a custom \
      field, which “field add” makes. Options that the product has and that are not given come in all \
      values that its variants have there.
      """),
    options: [VariantRequest.options], of: VariantRequest()
  ) { request, words in
    let words = ProductWords(words)
    try words.check()
    guard !request.options.isEmpty else { throw UsageError.needs(.options) }
    return { store, output in
      guard let id = try words.readOne() else { return .failed }
      let fields = try await store.fields()
      let new = try await store.makeVariants(of: id, options: request.values(among: fields))
      try output.say(each: new.map { ["id": $0.uuidString] }) { $0["id"] ?? "" }
      return .fine
    }
  }

  static let variantJoin = Verb(
    "variant join", "ID…", needing: "--of ID", about: tr("make products variants of another one"),
    details: tr(
      """
      They keep all they have. What they lack they take from it, and what is the same already: that \
      follows it from then on.
      """),
    options: [JoinRequest.options], of: JoinRequest()
  ) { request, words in
    let words = ProductWords(words)
    try words.check()
    guard let head = request.head else { throw UsageError.needs(.head) }
    return { store, output in
      guard let ids = try words.read() else { return .failed }
      let count = try await store.join(ids, to: head)
      let alike = try await store.variantsAlike(among: ids).count
      try say(changed: count, alike: alike, to: output)
      return .fine
    }
  }

  static let variantLeave = Verb(
    "variant leave", "ID…",
    about: tr("make variants products of their own, with all they took from their heads")
  ) { words in
    let words = ProductWords(words)
    try words.check()
    return { store, output in
      guard let ids = try words.read() else { return .failed }
      try say(changed: try await store.leave(ids), to: output)
      return .fine
    }
  }

  static let variantOptions = Verb(
    "variant options", "ID [NAME…]",
    about: tr("list or set the custom fields in which the variants of a product differ"),
    details: tr(
      """
      With names, these are the options from then on, in this order; \"\" instead of them means that there \
      are none. Values stay in any case.
      """)
  ) { words in
    let product = ProductWords(Array(words.prefix(1)))
    try product.check()
    let names = Array(words.dropFirst())
    return { store, output in
      guard let id = try product.readOne() else { return .failed }
      let fields = try await store.fields()
      guard !names.isEmpty else {
        guard let head = try await store.product(id) else {
          Terminal.complain(noProduct(id))
          return .failed
        }
        let options = head.options.names(among: fields)
        try output.say(each: options.map { ["name": $0] }) { $0["name"] ?? "" }
        return .fine
      }
      let options = try (names == [""] ? [] : names).map {
        try VariantRequest.field($0, among: fields).id
      }
      try await store.setOptions(options, of: id)
      return .fine
    }
  }
}

private struct JoinRequest: Sendable {
  private(set) var head: UUID?

  static let options = OptionGroup<JoinRequest>([
    VerbOption("--of", .identifier, about: tr("the product of which they become variants")) {
      $0.head = $1
    }
  ])
}

private struct VariantRequest: Sendable {
  private(set) var options: [(name: String, values: String)] = []

  static let options = OptionGroup<VariantRequest>([
    VerbOption(
      "--option", .named("NAME=VALUE,VALUE"),
      about: tr("an option with its values, such as Size=S,M,L; repeat it for further options")
    ) { $0.options.append(($1.name, $1.text)) }
  ])

  static func field(
    _ name: String, having values: [String] = [], among fields: [CustomField]
  ) throws -> CustomField {
    if let field = fields.first(where: { $0.isNamed(name) }) { return field }
    let choices = values.isEmpty ? ["…"] : values
    let words = [name, "--kind", "choice"] + choices.flatMap { ["--choice", $0] }
    throw UsageError.unknownOptionOfVariants(
      name, known: fields.map(\.name),
      words: words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " "))
  }

  func values(among fields: [CustomField]) throws -> [(field: UUID, values: [FieldValue])] {
    try asUsageError {
      var found: [(field: UUID, values: [FieldValue])] = []
      for (name, texts) in options {
        let given = texts.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let field = try Self.field(name, having: given.filter { !$0.isEmpty }, among: fields)
        let values = try given.compactMap {
          try field.kind.value(from: $0, for: field.refusalName)
        }
        // An option may be given several times, as other options may.
        if let place = found.firstIndex(where: { $0.field == field.id }) {
          found[place].values += values
        } else {
          found.append((field.id, values))
        }
      }
      return found
    }
  }
}

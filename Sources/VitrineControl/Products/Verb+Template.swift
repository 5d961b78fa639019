// SPDX-License-Identifier: Apache-2.0
// `vitrinectl template`: what new products of a category begin with.

import Catalog
import Foundation
import Wording

extension Verb {
  static let template = Verb(
    "template", about: tr("list the templates of categories, with their values"),
    details: tr(
      """
      A template is what new products of a category begin with in a window. It has what several \
      products may have in common: everything but title, description, codes and stock. It also counts \
      for the categories in its own that have no template themselves.
      """),
    use: .reading
  ) { _ in
    { store, output in
      let found = try await store.templates()
      let fields = try await store.fields()
      try output.say(each: found.templates.map { TemplateRecord($0, fields) }) { $0.line }
      for category in found.unreadable {
        Terminal.complain(
          tr("“%@” can’t be read by this version", category.text.printable()) + ".")
      }
      return .fine
    }
  }

  static let templateSet = Verb(
    "template set", "ID", about: tr("use a product as the template of its category")
  ) { words in
    let words = ProductWords(words)
    try words.check()
    return { store, output in
      guard let id = try words.readOne() else { return .failed }
      guard let product = try await store.product(id) else { throw CatalogError.productMissing }
      let fields = try await store.fields()
      guard let template = ProductTemplate(like: product, fields), !template.texts.isEmpty else {
        Terminal.complain(
          tr("The product has no category, or nothing that others could begin with."))
        return .failed
      }
      try await store.setTemplate(template)
      let record = TemplateRecord(template, fields)
      try output.say(record, record.line)
      return .fine
    }
  }

  static let templateFields = Verb(
    "template fields", "CATEGORY [NAME…]",
    about: tr("list or choose the fields that the forms of a category have"),
    details: tr(
      """
      With names, the forms of products in this category have these fields, in this order within their groups, \
      and title and category in any case. \"\" instead of them gives the choice up: then the forms are as those \
      of the category above it, or have every field. Values of fields that are left out stay.
      """)
  ) { words in
    let category = try asUsageError { try CategoryPath(words[0]) }
    let names = Array(words.dropFirst())
    return { store, output in
      let all = AnyField.all(try await store.fields())
      guard !names.isEmpty else {
        let form = try await store.templates().form(for: category) ?? FormFields()
        let shown = form.order.compactMap { id in all.first { $0.id == id } }
        let rest = all.filter { !form.order.contains($0.id) }
        let fields = (shown + rest).filter { !form.hidden.contains($0.id) || $0.isAlwaysInForm }
        try output.say(each: fields.map { ["name": $0.typedName] }) { $0["name"] ?? "" }
        return .fine
      }
      if names == [""] {
        try await store.choose(nil, for: category)
        return .fine
      }
      let chosen = try names.map { name in
        if let field = all.first(where: { $0.isTyped(name) }) { return field.id }
        throw UsageError.unknownName(name, known: all.map(\.typedName))
      }
      let hidden = all.filter { !$0.isAlwaysInForm && !chosen.contains($0.id) }
      try await store.choose(
        FormFields(order: chosen, hidden: Set(hidden.map(\.id))), for: category)
      return .fine
    }
  }

  static let templateRemove = Verb(
    "template remove", "CATEGORY", about: tr("remove the template of a category")
  ) { words in
    let category = try asUsageError { try CategoryPath(words[0]) }
    return { store, _ in
      try await store.removeTemplate(of: category)
      return .fine
    }
  }
}

private struct TemplateRecord: Encodable {
  let category: String
  /// By the names that fields have on the command line.
  let values: [String: String]

  init(_ template: ProductTemplate, _ custom: [CustomField]) {
    category = template.category.text
    let names = Dictionary(custom.map { (FieldID.custom($0.id), $0.name) }) { $1 }
    // What is of a field that is gone comes back with it.
    values = template.texts.reduce(into: [:]) { values, text in
      switch text.key {
      case .builtIn(let name): values[name] = text.value
      case .custom: if let name = names[text.key] { values[name] = text.value }
      }
    }
  }

  var line: String {
    let values = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return ([category] + values).map { $0.printable() }.joined(separator: "\t")
  }
}

extension AnyField {
  fileprivate static func all(_ custom: [CustomField]) -> [AnyField] {
    ProductField.all.map { .builtIn($0) } + custom.map { .custom($0) }
  }

  fileprivate var typedName: String {
    switch self {
    case .builtIn(let field): field.name
    case .custom(let field): field.name
    }
  }

  fileprivate func isTyped(_ name: String) -> Bool {
    switch self {
    case .builtIn(let field): field.name == name
    case .custom(let field): field.isNamed(name)
    }
  }
}

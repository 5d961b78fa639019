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

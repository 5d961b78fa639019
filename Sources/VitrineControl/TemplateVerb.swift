// `vitrinectl template`: what new products of a category begin with.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let template = CatalogVerb(
    word: "template",
    help: """
      vitrinectl template              list the templates of categories, with their values
             vitrinectl template set ID       new products begin like this one of their category
             vitrinectl template remove CATEGORY  remove the template of a category

      A template has what several products may have in common: all but title, description, codes
      and stock. It counts for the categories within its own as well that have none themselves.
      """,
    actions: ["set", "remove"]
  ) { arguments in
    try arguments.finish()
    let (words, asJSON) = (arguments.words, arguments.asJSON)
    switch (words.first, words.count) {
    case (nil, _):
      return { try await listTemplates($0, asJSON) }
    case ("set", 2):
      guard let id = UUID(uuidString: words[1]) else { throw UsageError.notAnIdentifier(words[1]) }
      return { try await setTemplate(id, in: $0, asJSON: asJSON) }
    case ("remove", 2):
      let category = try asUsageError { try CategoryPath(words[1]) }
      return { store in
        try await store.removeTemplate(of: category)
        return .fine
      }
    default: throw UsageError.needs(.template)
    }
  }

  private static func listTemplates(
    _ store: CatalogStore, _ asJSON: Bool
  ) async throws -> ExitStatus {
    let found = try await store.templates()
    let fields = try await store.fields()
    let records = found.templates.map { TemplateRecord($0, fields) }
    if asJSON {
      Terminal.say(try jsonText(of: records))
    } else {
      for record in records { Terminal.say(record.line) }
    }
    for category in found.unreadable {
      Terminal.complain(
        tr("“%@” can’t be read by this version", category.text.printable()) + ".")
    }
    return .fine
  }

  private static func setTemplate(
    _ id: UUID, in store: CatalogStore, asJSON: Bool
  ) async throws -> ExitStatus {
    guard let product = try await store.product(id) else { throw CatalogError.productMissing }
    let fields = try await store.fields()
    guard let template = ProductTemplate(like: product, fields), !template.texts.isEmpty else {
      Terminal.complain("The product has no category, or nothing that others could begin with.")
      return .failed
    }
    try await store.setTemplate(template)
    let record = TemplateRecord(template, fields)
    Terminal.say(asJSON ? try jsonText(of: record) : record.line)
    return .fine
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

// SPDX-License-Identifier: Apache-2.0
// `vitrinectl field`: custom fields. Before values are lost, it says so.

import Catalog
import Foundation
import Wording

extension Verb {
  static let field = Verb(
    "field", aliases: ["field list"], about: tr("list the custom fields"),
    details: tr(
      """
      A line has the name, the kind, how many products have a value, the category, and “cost” if it is one. “edit”, “add” \
      and “list” take values with --set NAME=VALUE, --contains NAME=TEXT and so on.
      """),
    use: .making
  ) { _ in
    { store, output in
      var records: [FieldRecord] = []
      for field in try await store.fields() {
        records.append(FieldRecord(field, try await store.valueCount(ofField: field.id)))
      }
      try output.say(each: records) { $0.line }
      return .fine
    }
  }

  static let fieldAdd = Verb(
    "field add", "NAME", needing: "--kind KIND", about: tr("add a custom field"),
    details: tr(
      """
      NAME is one line of at most 64 characters, without “=”, and unique in the catalogue, whatever the \
      case of its letters.
      """),
    use: .making, options: [CustomFieldOptions.options], of: CustomFieldOptions()
  ) { definition, words in
    guard let kind = try asUsageError({ try definition.kind(over: nil) }) else {
      throw UsageError.needs(.kindOfField)
    }
    let field = try asUsageError {
      try CustomField(
        name: words[0], kind: kind, category: definition.category ?? nil,
        isCost: definition.isCost ?? false)
    }
    return { store, output in
      try await store.addField(field)
      try output.say(FieldRecord(field, 0), field.id.uuidString)
      return .fine
    }
  }

  static let fieldEdit = Verb(
    "field edit", "NAME", about: tr("change a custom field, and convert its values"),
    details: tr(
      """
      If some of the values do not fit a new kind, the first twenty are printed with their products, \
      and nothing is changed unless --drop-unfitting is given or the answer on a terminal is yes.
      """),
    use: .making, options: FieldEdit.options, of: FieldEdit()
  ) { request, words in
    guard request.changesAnything else { throw UsageError.needs(.fields) }
    return { try await editField(words[0], request, in: $0, to: $1) }
  }

  static let fieldRemove = Verb(
    "field remove", "NAME", about: tr("remove a custom field and its values"), use: .making
  ) { words in
    { store, output in
      guard let field = try await store.field(named: words[0]) else { return missing(words[0]) }
      let count = try await store.removeField(field.id)
      try output.say(
        ["values": count],
        tr(
          "“%1$@” removed with %2$@. “vitrinectl undo” brings it back.", field.name.printable(),
          Counted.values(count)))
      return .fine
    }
  }

  private static func editField(
    _ name: String, _ request: FieldEdit, in store: CatalogStore, to output: Output
  ) async throws -> ExitStatus {
    guard let current = try await store.field(named: name) else { return missing(name) }
    let field = try asUsageError {
      try CustomField(
        id: current.id, name: request.name ?? current.name,
        kind: request.definition.kind(over: current.kind) ?? current.kind,
        category: request.definition.category ?? current.category,
        isCost: request.definition.isCost ?? current.isCost)
    }
    var place: FieldPlace? = request.isLast ? .last : nil
    if let name = request.next {
      guard let other = try await store.field(named: name) else { return missing(name) }
      place = .before(other.id)
    }
    var outcome = try await store.editField(
      field, isDroppingUnfitting: request.isDropping, movingTo: place)
    if case .unfitting(let values) = outcome {
      for value in values.first {
        let columns = [value.product.uuidString, value.title, value.text]
        Terminal.say(columns.map { $0.printable() }.joined(separator: "\t"))
      }
      if values.count > values.first.count {
        Terminal.say(tr("… and %@ more", "\(values.count - values.first.count)"))
      }
      let said = tr(
        "%1$@ of %2$@ would be lost.", "\(values.count)", Counted.values(values.total))
      guard Terminal.ask(said + " " + tr("Drop them?")) == true else {
        Terminal.complain(
          said + " " + tr("Nothing was changed. “--drop-unfitting” drops them."))
        return .failed
      }
      outcome = try await store.editField(field, isDroppingUnfitting: true, movingTo: place)
    }
    guard case .saved(let dropped) = outcome else { return .failed }
    var said = tr("“%@” changed.", field.name.printable())
    if dropped > 0 {
      said +=
        " " + tr("1 value dropped.", "%@ values dropped.", count: dropped, written: "\(dropped)")
    }
    try output.say(["dropped": dropped], said)
    return .fine
  }

  private static func missing(_ name: String) -> ExitStatus {
    Terminal.complain(tr("There is no custom field “%@” in the catalogue.", name.printable()))
    return .failed
  }
}

/// A field as JSON for scripts.
private struct FieldRecord: Encodable {
  let id: UUID
  let name: String
  let kind: String
  let details: [String]
  let category: String?
  /// Whether a hub withholds it from members who may not see what costs.
  let cost: Bool
  /// How many products have a value, including the trash.
  let values: Int

  init(_ field: CustomField, _ values: Int) {
    id = field.id
    name = field.name
    kind = field.kind.word
    details = field.kind.details
    category = field.category?.text
    cost = field.isCost
    self.values = values
  }

  var line: String {
    let more = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    let columns = [name, kind + more, Counted.values(values), category ?? ""]
    return (columns + (cost ? [tr("cost", context: "what a field is about")] : []))
      .map { $0.printable() }.joined(separator: "\t")
  }
}

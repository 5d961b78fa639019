// `vitrinectl field`: custom fields. Before values are lost, it says so.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let field = CatalogVerb(
    word: "field",
    help: """
      vitrinectl field [list]          list the custom fields
             vitrinectl field add NAME --kind KIND …  add a custom field
             vitrinectl field edit NAME …     change one, converting its values
             vitrinectl field remove NAME     remove one and its values

      NAME is one line of at most 64 characters, without “=”, and unique in the catalogue.
      “edit”, “add” and “list” take values with --set NAME=VALUE, --contains NAME=TEXT and so on.

      Options:
        --kind KIND       \(FieldKind.words.joined(separator: ", "))
        --unit UNIT       the unit of a number, such as cm
        --choice TEXT     one of the choices; repeat it for each choice
        --check KIND      the kind of check digit of a code: gtin, isbn or luhn
        --category PATH   only offer it in this category and its subcategories; "" for all
        --name NAME       a new name ("edit")
        --before OTHER    move it before another field ("edit")
        --last            move it after all others ("edit")
        --drop-unfitting  drop values that do not fit the new kind; otherwise nothing is
                          changed ("edit")
      """,
    options: FieldDefinitionOptions.all, actions: ["list", "add", "edit", "remove"], use: .making
  ) { arguments in
    let options = try FieldDefinitionOptions(&arguments)
    let asJSON = arguments.asJSON
    let words = arguments.words
    switch (words.first ?? "list", words.count) {
    case ("list", 0...1):
      try options.allow([], verb: "field list")
      return { try await listFields($0, asJSON) }
    case ("add", 2):
      try options.allow(FieldDefinitionOptions.ofDefinition, verb: "field add")
      guard let kind = try asUsageError({ try options.kind(over: nil) }) else {
        throw UsageError.needs(.kindOfField)
      }
      let field = try asUsageError {
        try CustomField(name: words[1], kind: kind, category: options.category ?? nil)
      }
      return { store in
        try await store.addField(field)
        Terminal.say(asJSON ? try jsonText(of: FieldRecord(field, 0)) : field.id.uuidString)
        return .fine
      }
    case ("edit", 2):
      try options.allow(
        FieldDefinitionOptions.ofDefinition + ["--name", "--before", "--last", "--drop-unfitting"],
        verb: "field edit")
      guard !options.given.subtracting(["--drop-unfitting"]).isEmpty else {
        throw UsageError.needs(.fields)
      }
      return { try await editField(words[1], options, in: $0, asJSON: asJSON) }
    case ("remove", 2):
      try options.allow([], verb: "field remove")
      return { store in
        guard let field = try await store.field(named: words[1]) else { return missing(words[1]) }
        let count = try await store.removeField(field.id)
        let values = counted(count, "value")
        Terminal.say(
          asJSON
            ? try jsonText(of: ["values": count])
            : "“\(field.name.printable())” removed with \(values). "
              + "“vitrinectl undo” brings it back.")
        return .fine
      }
    default: throw UsageError.field
    }
  }

  private static func listFields(_ store: CatalogStore, _ asJSON: Bool) async throws -> ExitStatus {
    var records: [FieldRecord] = []
    for field in try await store.fields() {
      records.append(FieldRecord(field, try await store.valueCount(ofField: field.id)))
    }
    if asJSON {
      Terminal.say(try jsonText(of: records))
    } else if !records.isEmpty {
      Terminal.say(records.map(\.line).joined(separator: "\n"))
    }
    return .fine
  }

  private static func editField(
    _ name: String, _ options: FieldDefinitionOptions, in store: CatalogStore, asJSON: Bool
  ) async throws -> ExitStatus {
    guard let current = try await store.field(named: name) else { return missing(name) }
    let field = try asUsageError {
      try CustomField(
        id: current.id, name: options.name ?? current.name,
        kind: options.kind(over: current.kind) ?? current.kind,
        category: options.category ?? current.category)
    }
    var place: FieldPlace? = options.isLast ? .last : nil
    if let name = options.next {
      guard let other = try await store.field(named: name) else { return missing(name) }
      place = .before(other.id)
    }
    var outcome = try await store.editField(
      field, isDroppingUnfitting: options.isDropping, movingTo: place)
    if case .unfitting(let values) = outcome {
      for value in values.first {
        let columns = [value.product.uuidString, value.title, value.text]
        Terminal.say(columns.map { $0.printable() }.joined(separator: "\t"))
      }
      if values.count > values.first.count {
        Terminal.say("… and \(values.count - values.first.count) more")
      }
      let said = "\(values.count) of \(counted(values.total, "value")) would be lost."
      guard Terminal.ask("\(said) Drop them?") == true else {
        Terminal.complain("\(said) Nothing was changed. “--drop-unfitting” drops them.")
        return .failed
      }
      outcome = try await store.editField(field, isDroppingUnfitting: true, movingTo: place)
    }
    guard case .saved(let dropped) = outcome else { return .failed }
    let said = dropped == 0 ? "" : " \(counted(dropped, "value")) dropped."
    Terminal.say(
      asJSON
        ? try jsonText(of: ["dropped": dropped]) : "“\(field.name.printable())” changed.\(said)")
    return .fine
  }

  private static func missing(_ name: String) -> ExitStatus {
    Terminal.complain("There is no custom field “\(name.printable())” in the catalogue.")
    return .failed
  }
}

/// The options that define a field.
private struct FieldDefinitionOptions: Sendable {
  static let all = [
    VerbOption("--kind", .words(FieldKind.words)), VerbOption("--unit"), VerbOption("--choice"),
    VerbOption("--check", .words(FieldKind.CheckDigit.allCases.map(\.rawValue))),
    VerbOption("--before"), VerbOption("--last", .none),
    VerbOption("--category"), VerbOption("--name"), VerbOption("--drop-unfitting", .none),
  ]

  static let ofDefinition = ["--kind", "--unit", "--choice", "--check", "--category"]

  private(set) var given: Set<String> = []
  private(set) var name: String?
  /// `.some(nil)`: offered for all products.
  private(set) var category: CategoryPath??
  private(set) var isDropping = false
  /// The name of the field to move it before.
  private(set) var next: String?
  private(set) var isLast = false
  private var word: String?
  private var unit: String?
  private var choices: [String] = []
  private var checkDigit: String?

  init(_ arguments: inout Arguments) throws {
    while let option = try arguments.nextOption() {
      given.insert(option)
      switch option {
      case "--kind": word = try arguments.value()
      case "--unit": unit = try arguments.value()
      case "--choice": choices.append(try arguments.value())
      case "--check": checkDigit = try arguments.value()
      case "--name": name = try arguments.value()
      case "--drop-unfitting": isDropping = true
      case "--before": next = try arguments.value()
      case "--last": isLast = true
      case "--category":
        let path = try arguments.value()
        category = .some(try path.isEmpty ? nil : asUsageError { try CategoryPath(path) })
      default: throw arguments.unknown(option)
      }
    }
  }

  func allow(_ options: [String], verb: String) throws {
    if let option = given.subtracting(options).sorted().first {
      throw UsageError.unknownOption(option, verb: verb)
    }
  }

  /// The kind that the options describe, based on the `current` kind; nil if no option is about it.
  func kind(over current: FieldKind?) throws -> FieldKind? {
    guard !given.isDisjoint(with: ["--kind", "--unit", "--choice", "--check"]) else { return nil }
    guard let word = word ?? current?.word else { return nil }
    let isSame = word == current?.word
    var details = isSame ? current?.details ?? [] : []
    switch word {
    case "number": if let unit { details = [unit] }
    case "choice": if !choices.isEmpty { details = choices }
    case "code": if let checkDigit { details = [checkDigit] }
    default: break
    }
    let needless = [
      ("--unit", "number"), ("--choice", "choice"), ("--check", "code"),
    ].first { given.contains($0.0) && $0.1 != word }
    if let needless { throw UsageError.unknownOption(needless.0, verb: "--kind \(word)") }
    if let kind = FieldKind(word: word, details: details) { return kind }
    throw word == "code"
      ? UsageError.unknownName(
        details.first ?? "", known: FieldKind.CheckDigit.allCases.map(\.rawValue))
      : UsageError.unknownName(word, known: FieldKind.words)
  }
}

/// A field as JSON for scripts.
private struct FieldRecord: Encodable {
  let id: UUID
  let name: String
  let kind: String
  let details: [String]
  let category: String?
  /// How many products have a value, including the trash.
  let values: Int

  init(_ field: CustomField, _ values: Int) {
    id = field.id
    name = field.name
    kind = field.kind.word
    details = field.kind.details
    category = field.category?.text
    self.values = values
  }

  var line: String {
    let more = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
    return [name, kind + more, counted(values, "value"), category ?? ""].map { $0.printable() }
      .joined(separator: "\t")
  }
}

// `vitrinectl add` and `edit`: products from options, one for each field.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let add = CatalogVerb(
    word: "add",
    help: """
      vitrinectl add --title TITLE …   add a product and print its identifier

      As JSON, the product as “export” writes it.

      """ + FieldOptions.help,
    options: FieldOptions.options,
    use: .making
  ) { arguments in
    var fields = FieldOptions()
    while let option = try arguments.nextOption() {
      guard try fields.take(option, &arguments) else { throw arguments.unknown(option) }
    }
    try arguments.requireNoWords()
    guard let title = fields.change.title else {
      throw UsageError.needs(.title)
    }
    return { [fields, asJSON = arguments.asJSON] store in
      var entry = CatalogEntry(product: Product(title: title))
      fields.apply(to: &entry, values: try await fields.named.values(in: store))
      try await CatalogVerb.requireUsable(fields.pictures)
      entry = try await store.add(entry, pictures: fields.pictures)
      let files = entry.product.pictures.map { store.pictureFile($0).path }
      Terminal.say(
        asJSON
          ? String(
            decoding: entry.json(files: files, fields: try await store.fields()), as: UTF8.self)
          : entry.product.id.uuidString)
      return .fine
    }
  }

  static let edit = CatalogVerb(
    word: "edit",
    help: """
      vitrinectl edit ID… OPTIONS      change fields of products, as one command
             vitrinectl edit OPTIONS --where CONDITIONS  the products that meet conditions

      Either all of them are changed or none. An empty value clears the field: --sku ""

      Options:
        --revision N      only if the product still has this revision; otherwise nothing
                          is changed and the exit status is 3
        --where           the options after it say which products, such as
                          --stock 0 --where --category Flowers --all-matching

      """ + FieldOptions.help + "\n\n" + AdjustmentOptions.help + "\n\n" + ProductSelection.help
        + "\n\n" + whichProducts,
    options: [VerbOption("--revision"), VerbOption("--where", .none)] + FieldOptions.options
      + AdjustmentOptions.options + ProductSelection.options
  ) { arguments in
    var fields = FieldOptions()
    var adjusted = AdjustmentOptions()
    var selection = ProductSelection()
    var (revision, isSelecting): (Int?, Bool) = (nil, false)
    while let option = try arguments.nextOption() {
      if option == "--where" {
        isSelecting = true
      } else if option == "--revision" {
        revision = try arguments.number(atLeast: 1)
      } else if try isSelecting
        ? !selection.take(option, &arguments)
        : !fields.take(option, &arguments) && !adjusted.take(option, &arguments)
      {
        throw arguments.unknown(option)
      }
    }
    try selection.take(arguments.words[...], verb: "edit")
    guard !fields.isEmpty || !adjusted.isEmpty else { throw UsageError.needs(.fields) }
    return { [fields, adjusted, selection, revision, asJSON = arguments.asJSON] store in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      let values = try await fields.named.values(in: store)
      let adjustments = try await adjusted.adjustments(in: store)
      let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
      try await CatalogVerb.requireUsable(fields.pictures)
      let outcome = try await store.change(ids, basedOn: revision, pictures: fields.pictures) {
        fields.apply(to: &$0, values: values)
        let place = places[$0.product.id] ?? 0
        $0.product = try adjustments.applied(to: $0.product, at: place)
      }
      switch outcome {
      case .changed(let count):
        try say(changed: count, asJSON)
        return .fine
      case .missing(let ids):
        for id in ids { Terminal.complain("There is no product \(id) in the catalogue.") }
        return .failed
      case .conflict(let current):
        Terminal.complain(
          "“\(current.product.title.text.printable())” has changed in the meantime: its revision is "
            + "\(current.product.revision). Nothing was changed.")
        return .conflict
      }
    }
  }

  static func say(changed count: Int, _ asJSON: Bool) throws {
    Terminal.say(
      try asJSON ? jsonText(of: ["changed": count]) : "\(counted(count, "product")) changed.")
  }
}

/// The new values of fields, from options.
struct FieldOptions: Sendable {
  private(set) var change = ProductChange()
  private(set) var named = NamedFields()
  private(set) var pictures: [URL] = []
  /// False once any option was given.
  private(set) var isEmpty = true
  private var newTags: [Tag] = []
  private var oldTags: [Tag] = []
  private var removesTags = false
  private var removesPictures = false
  private var removesNotes = false
  private var notes: [(title: NoteTitle, text: FreeText)] = []

  static let help = """
    Fields:
    \(fields)
      --set NAME=VALUE  any of these by its name in “list --json”, or a custom
                        field by its name
      --tag TAG         add a tag; may be repeated; "" removes the existing ones
      --remove-tag TAG  remove a tag
      --image FILE      add a picture; "" removes the existing ones
      --note TEXT       add a note, with its title on the first line; "" removes
                        the existing ones
    """

  private static let fields = ProductField.all.filter { $0.kind != .tags }.map { field in
    let example =
      switch field.kind {
      case .line, .text: "TEXT"
      case .wholeNumber, .number: "N"
      case .money: "\"12.50 EUR\""
      case .date: "2026-11-21"
      case .year: "2015"
      case .choice(let choices): choices.joined(separator: "|")
      case .yesNo: "yes|no"
      case .code: "DIGITS"
      case .link: "ADDRESS"
      case .tags: "TAG,TAG"
      case .category: "PATH"
      }
    return "  \(field.option) \(example)"
  }.joined(separator: "\n")

  /// Parses an option if it is one of these; returns false if it is not.
  mutating func take(_ option: String, _ arguments: inout Arguments) throws -> Bool {
    // Check before reading the value: other options may not have one.
    guard Self.byOption[option] != nil || Self.others.contains(option) else { return false }
    isEmpty = false
    let text = try arguments.value()
    let value = text.isEmpty ? nil : text
    if let field = Self.byOption[option] {
      try asUsageError { try change.set(field, field.value(from: text)) }
      return true
    }
    try asUsageError {
      switch option {
      case "--set":
        let (name, value) = try NamedFields.parts(of: text)
        if let field = ProductField.named(name) {
          try change.set(field, field.value(from: value))
        } else {
          named.set(name, to: value)
        }
      case "--tag":
        if let value { newTags.append(try Tag(value)) } else { removesTags = true }
      case "--remove-tag": oldTags.append(try Tag(text))
      case "--image":
        if let value {
          pictures.append(URL(fileURLWithPath: value))
        } else {
          removesPictures = true
        }
      default:
        if let value { notes.append(try Self.note(value)) } else { removesNotes = true }
      }
    }
    return true
  }

  /// Applies the new values to `entry`. New pictures have already been added to it, at the end.
  func apply(to entry: inout CatalogEntry, values: [UUID: FieldValue?]) {
    var change = change
    change.values = values
    entry.product = change.applied(to: entry.product)
    if removesTags { entry.product.tags = Tags() }
    for tag in oldTags { entry.product.tags.remove(tag) }
    for tag in newTags { entry.product.tags.add(tag) }
    if removesPictures { entry.product.pictures = entry.product.pictures.suffix(pictures.count) }
    if removesNotes { entry.notes = [] }
    entry.notes += notes.map {
      Note(productID: entry.product.id, title: $0.title, text: $0.text)
    }
  }

  private static let byOption = Dictionary(
    uniqueKeysWithValues: ProductField.all.filter { $0.kind != .tags }.map { ($0.option, $0) })

  static let options =
    byOption.values.sorted { $0.option < $1.option }.map { field in
      if case .choice(let choices) = field.kind {
        VerbOption(field.option, .words(choices))
      } else {
        VerbOption(field.option)
      }
    } + others.sorted().map { VerbOption($0, $0 == "--image" ? .file : .text) }

  private static let others: Set<String> = ["--set", "--tag", "--remove-tag", "--image", "--note"]

  private static func note(_ text: String) throws -> (title: NoteTitle, text: FreeText) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      try NoteTitle(String(lines[0])),
      try FreeText(note: lines.count > 1 ? String(lines[1]) : "")
    )
  }
}

extension ProductField {
  /// The option that sets the field, such as `--minimum-stock`.
  var option: String { "--" + words(joinedBy: "-") }
}

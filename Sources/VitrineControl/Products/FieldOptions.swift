// SPDX-License-Identifier: Apache-2.0
// The new values of a product's fields, from an option for each field.

import Catalog
import Foundation
import Wording

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

  static let options = OptionGroup<FieldOptions>(
    tr("Fields", context: "heading: options for the fields of a product"),
    options: (ProductField.all.filter { $0.kind != .tags }.map(option) + [
      VerbOption(
        "--set", .named("NAME=VALUE"),
        about: tr("set any field by its name in “list --json”, or a custom field by its name")
      ) {
        if let field = ProductField.named($1.name) {
          try $0.set(field, to: $1.text)
        } else {
          $0.named.set($1.name, to: $1.text)
        }
      },
      VerbOption("--tag", .text("TAG"), about: tr("add a tag; \"\" removes the existing ones")) {
        if $1.isEmpty { $0.removesTags = true } else { $0.newTags.append(try Tag($1)) }
      },
      VerbOption("--remove-tag", .text("TAG"), about: tr("remove a tag")) {
        $0.oldTags.append(try Tag($1))
      },
      VerbOption("--image", .fileOrNone, about: tr("add a picture; \"\" removes the existing ones"))
      {
        if $1.isEmpty {
          $0.removesPictures = true
        } else {
          $0.pictures.append(URL(fileURLWithPath: $1))
        }
      },
      VerbOption(
        "--note", .text("TEXT"),
        about: tr("add a note whose title is the first line; \"\" removes the existing ones")
      ) {
        if $1.isEmpty { $0.removesNotes = true } else { $0.notes.append(try note($1)) }
      },
    ]).map { option in option.also { $0.isEmpty = false } })

  private static func option(_ field: ProductField) -> VerbOption<FieldOptions> {
    let (value, example): (OptionValue<String>, String?) =
      switch field.kind {
      case .line, .text: (.text("TEXT"), nil)
      case .wholeNumber, .number: (.text("N"), nil)
      case .money: (.text("AMOUNT"), "\"12.50 EUR\"")
      case .date: (.text("DATE"), "2026-11-21")
      case .year: (.text("YEAR"), "2015")
      case .choice(let choices): (.text("CHOICE", offering: choices), nil)
      case .yesNo: (.text("YES|NO", offering: ["yes", "no"]), nil)
      case .code: (.text("DIGITS"), nil)
      case .link: (.text("ADDRESS"), nil)
      case .tags: (.text("TAG,TAG"), nil)
      case .category: (.text("PATH"), "Flowers/Roses")
      }
    let name = field.nameInSentence
    let about = example.map { tr("set the %1$@, such as %2$@", name, $0) } ?? tr("set the %@", name)
    return VerbOption(field.option, value, about: about) {
      try $0.set(field, to: $1)
    }
  }

  private mutating func set(_ field: ProductField, to text: String) throws {
    if let said = try field.said(text) {
      change.set(field, said.value, saidIn: said.measure)
    } else {
      try change.set(field, field.value(from: text))
    }
  }

  /// Applies the new values to `entry`. New pictures have already been added to it, at the end.
  func apply(to entry: inout CatalogEntry, values: [UUID: FieldValue?]) throws {
    do {
      var change = try change.convertingAmounts(of: entry.product)
      change.values = values
      entry.product = change.applied(to: entry.product)
    } catch let refusal as InvalidValue {
      throw InvalidValue(
        refusal.field, refusal.problem, product: entry.product.title.text.printable())
    }
    if removesTags { entry.product.tags = Tags() }
    for tag in oldTags { entry.product.tags.remove(tag) }
    for tag in newTags { entry.product.tags.add(tag) }
    if removesPictures { entry.product.pictures = entry.product.pictures.suffix(pictures.count) }
    if removesNotes { entry.notes = [] }
    entry.notes += notes.map {
      Note(productID: entry.product.id, title: $0.title, text: $0.text)
    }
  }

  private static func note(_ text: String) throws -> (title: NoteTitle, text: FreeText) {
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      try NoteTitle(String(lines[0])),
      try FreeText(note: lines.count > 1 ? String(lines[1]) : "")
    )
  }
}

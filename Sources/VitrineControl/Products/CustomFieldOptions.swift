// SPDX-License-Identifier: Apache-2.0
// What a custom field is to be, from options.

import Catalog
import Foundation
import Wording

struct CustomFieldOptions: Sendable {
  /// `.some(nil)`: offered for all products.
  private(set) var category: CategoryPath??
  private(set) var isCost: Bool?
  private var word: String?
  private var unit: String?
  private var choices: [String] = []
  private var checkDigit: String?

  static let options = OptionGroup<CustomFieldOptions>(
    tr("What the field holds"),
    options: [
      VerbOption(
        "--kind", .choice("KIND", of: FieldKind.words),
        about: tr("one of: %@", FieldKind.words.joined(separator: ", "))
      ) {
        $0.word = $1
      },
      VerbOption("--unit", .text("UNIT"), about: tr("the unit of a number, such as cm")) {
        $0.unit = $1
      },
      VerbOption(
        "--choice", .text("TEXT"), about: tr("one of the choices; repeat it for each choice")
      ) {
        $0.choices.append($1)
      },
      VerbOption(
        "--check",
        .choice("KIND", of: FieldKind.CheckDigit.allCases.map(\.rawValue)),
        about: tr("the kind of check digit of a code: gtin, isbn or luhn")
      ) { $0.checkDigit = $1 },
      VerbOption(
        "--category", .text("PATH"),
        about: tr("offer the field only in this category and those in it; \"\" for all products")
      ) { $0.category = .some(try $1.isEmpty ? nil : CategoryPath($1)) },
      VerbOption(
        "--cost",
        about: tr("only for members of a shared catalogue who may see what costs")
      ) { $0.isCost = true },
      VerbOption("--no-cost", about: tr("for all members")) { $0.isCost = false },
    ])

  var isEmpty: Bool { category == nil && isCost == nil && !describesKind }

  private var describesKind: Bool {
    word != nil || unit != nil || !choices.isEmpty || checkDigit != nil
  }

  /// The kind that the options describe, based on the `current` kind; nil if no option is about it.
  func kind(over current: FieldKind?) throws -> FieldKind? {
    guard describesKind, let word = word ?? current?.word else { return nil }
    let isSame = word == current?.word
    var details = isSame ? current?.details ?? [] : []
    switch word {
    case "number": if let unit { details = [unit] }
    case "choice": if !choices.isEmpty { details = choices }
    case "code": if let checkDigit { details = [checkDigit] }
    default: break
    }
    let needless = [
      ("--unit", "number", unit != nil), ("--choice", "choice", !choices.isEmpty),
      ("--check", "code", checkDigit != nil),
    ].first { $0.2 && $0.1 != word }
    if let needless {
      throw UsageError.unknownOption(needless.0, verb: "--kind \(word)", known: [])
    }
    if let kind = FieldKind(word: word, details: details) { return kind }
    throw word == "code"
      ? UsageError.unknownName(
        details.first ?? "", known: FieldKind.CheckDigit.allCases.map(\.rawValue))
      : UsageError.unknownName(word, known: FieldKind.words)
  }
}

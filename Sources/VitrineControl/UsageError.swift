// What is wrong with a command line, and the sentence for it.

import Catalog
import Foundation
import Wording

enum UsageError: Error {
  case noVerb
  case unknownVerb(String)
  case unknownOption(String, verb: String)
  case needsValue(option: String)
  case needsNumber(option: String, least: Int, not: String)
  case needsIdentifiers(verb: String)
  case needsSelection(verb: String)
  /// Products are named by their identifiers and by conditions, too.
  case identifiersAndConditions
  case notAnIdentifier(String)
  case noHomeDirectory
  case value(InvalidValue)
  /// The verb lacks an argument.
  case needs(Missing)
  /// An unknown name and the known ones.
  case unknownName(String, known: [String])
  case notARange(String, of: RangeKind)
  case rangeTheWrongWayRound(String)
  case notAnAdjustment(String, option: String)
  case trash(String)
  case field
  case stateVerb(known: [String])
  case notAnApplication(String)

  enum Missing {
    case title, fields, words, dateOrList, howMany, importFile, exportDirectory, fieldAndText
    case nameAndValue, kindOfField
    case oldAndNew, template, place, pictureNumber, shell
    case stateNumber, copiedHistory

    /// How many products are made at once: nobody wants more, and the disk would be full.
    static let mostProducts = 10_000_000
  }

  var sentence: String {
    switch self {
    case .noVerb: tr("No command given; “vitrinectl --help” lists them.")
    case .unknownVerb(let word):
      tr("“%@” is not a command; “vitrinectl --help” lists them.", word)
    case .unknownOption(let option, let verb): tr("“%@” has no option “%@”.", verb, option)
    case .needsValue(let option): tr("“%@” needs a value.", option)
    case .needsNumber(let option, let least, let text):
      tr("“%@” needs a whole number, at least %@, not “%@”.", option, numberText(least), text)
    case .needsIdentifiers(let verb):
      tr("“%@” needs product identifiers, as “list” prints them.", verb)
    case .needsSelection(verb: "edit"):
      tr(
        "“edit” needs product identifiers, as “list” prints them, or conditions after “--where”: those before it are new values."
      )
    case .needsSelection(let verb):
      tr("“%@” needs product identifiers, as “list” prints them, or conditions.", verb)
    case .identifiersAndConditions:
      tr("Give either product identifiers or conditions, not both.")
    case .notAnIdentifier(let word):
      tr("“%@” is not a product identifier, as “list” prints them.", word)
    case .noHomeDirectory: tr("There is no home directory; use “--directory DIR”.")
    case .value(let refusal): refusal.sentence
    case .needs(let missing): missing.sentence
    case .unknownName(let name, known: []):
      tr("“%@” is not a custom field; there are none.", name)
    case .unknownName(let name, let known):
      tr("“%@” is not one of: %@.", name, known.joined(separator: ", "))
    case .notARange(let text, .numbers):
      tr("“%@” is not a range such as 5..10, 5.. or ..10.", text)
    case .notARange(let text, .prices):
      tr("“%@” is not a price range such as “5..10 EUR”.", text)
    case .notARange(let text, .days):
      tr("“%@” is not a range of days such as 2026-01-01..2026-01-31 or “2026-01-01..”.", text)
    case .rangeTheWrongWayRound(let text):
      tr("“%@” is the wrong way round: the smaller or earlier value comes first.", text)
    case .notAnAdjustment(let text, let option):
      tr("“%@” cannot follow “%@”; “vitrinectl edit --help” has examples.", text, option)
    case .trash(let word):
      tr("“trash” can be followed by “restore”, “empty” or nothing, not “%@”.", word)
    case .field:
      tr("“field” needs “list”, or “add”, “edit” or “remove” and a name.")
    case .stateVerb(let known):
      tr("“state” needs one of: %@.", known.joined(separator: ", "))
    case .notAnApplication(let id): tr("“%@” is not an application identifier.", id)
    }
  }
}

extension UsageError.Missing {
  fileprivate var sentence: String {
    switch self {
    case .title: tr("“add” needs a title: “--title TITLE”.")
    case .fields: tr("“edit” needs the fields to change.")
    case .words: tr("“search” needs words.")
    case .dateOrList: tr("“restore” needs “list” or one date.")
    case .howMany:
      tr("“generate” needs the number of products, at most %@.", numberText(Self.mostProducts))
    case .importFile: tr("“import” needs a file or a directory.")
    case .copiedHistory:
      tr("“history” needs a directory after “export” or “apply”, or “-” for a pipe.")
    case .exportDirectory: tr("“export” needs a directory, or “-”.")
    case .fieldAndText: tr("“--contains” needs FIELD=TEXT.")
    case .nameAndValue: tr("“--set” needs NAME=VALUE, such as year=2015.")
    case .kindOfField: tr("“field add” needs a kind: “--kind KIND”.")
    case .oldAndNew: tr("“rename” is followed by the old name and the new one.")
    case .template:
      tr("“template” can be followed by “set” and an identifier, or by “remove” and a category.")
    case .place: tr("“move” needs a place: “--first”, “--last”, “--before ID” or “--after ID”.")
    case .pictureNumber:
      tr("“picture” is followed by an identifier, or by what to do, an identifier and the rest.")
    case .shell: tr("“completion” is followed by “bash”, “zsh” or “fish”.")
    case .stateNumber:
      tr("“restore-history” needs a number from “vitrinectl state history”.")
    }
  }
}

/// Rethrows a refused value as a usage error.
func asUsageError<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let refusal as InvalidValue {
    throw UsageError.value(refusal)
  }
}

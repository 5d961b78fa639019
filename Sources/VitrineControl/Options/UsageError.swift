// SPDX-License-Identifier: Apache-2.0
// What is wrong with a command line, and the sentence for it.

import Catalog
import Foundation
import Wording

enum UsageError: Error {
  case noVerb
  case unknownVerb(String, known: [String])
  /// What may follow the first word of a verb's name: nothing does, or something else.
  case needsAction(of: String, known: [String])
  case unknownAction(String, of: String, known: [String])
  case incomplete(verb: String, usage: String)
  case needlessArgument(String, verb: String)
  case unknownOption(String, verb: String, known: [String])
  case mustFollow(String, separator: String)
  case mustPrecede(String, separator: String)
  case takesNoValue(option: String, value: String)
  case needsValue(option: String)
  case needsNumber(option: String, least: Int, not: String)
  case needsName(option: String, placeholder: String)
  case needsSelection(verb: String)
  /// Products are named by their identifiers and by conditions, too.
  case identifiersAndConditions
  case notAnIdentifier(String)
  case noHomeDirectory
  case value(InvalidValue)
  case needs(Missing)
  /// An unknown name and the known ones.
  case unknownName(String, known: [String])
  /// A custom field that is to be made first, with the words that make it.
  case unknownOptionOfVariants(String, known: [String], words: String)
  case notARange(String, of: RangeKind)
  case rangeTheWrongWayRound(String)
  case notAnAdjustment(String, option: String)
  case notAnApplication(String)
  case wrongEnding(String, String)
  case notASize(String)
  /// What an export that is repeated is like, is known.
  case againWithOptions
  /// What is read would be overwritten.
  case wouldOverwrite(String)
  /// What goes to standard output has no place to be kept.
  case savedWithoutFile
  /// A name that another module knows of; the sentence is its own.
  case unknown(String)

  enum Missing {
    case title, fields, words, howMany, kindOfField, place, pictureNumber, stateNumber, options,
      head, format, placeOfExport, printedFile, sheet, labelFile,
      traitsOfPrinter

    /// How many products are made at once: nobody wants more, and the disk would be full.
    static let mostProducts = 10_000_000
  }

  var sentence: String {
    [statement, likely.map { tr("Did you mean “%@”?", $0) }].compactMap(\.self)
      .joined(separator: " ")
  }

  /// What may have been meant.
  private var likely: String? {
    switch self {
    case .unknownVerb(let word, let known), .unknownAction(let word, _, let known),
      .unknownOption(let word, _, let known), .unknownName(let word, let known),
      .unknownOptionOfVariants(let word, let known, _):
      Spelling.likely(word, among: known)
    default: nil
    }
  }

  private var statement: String {
    switch self {
    case .noVerb: tr("No command given; “vitrinectl --help” lists them.")
    case .unknownVerb(let word, _):
      tr("“%@” is not a command; “vitrinectl --help” lists them.", word)
    case .needsAction(let verb, let known):
      tr("“%1$@” needs one of: %2$@.", verb, known.joined(separator: ", "))
    case .unknownAction(let word, let verb, let known):
      tr("“%1$@” has no command “%2$@”; it has: %3$@.", verb, word, known.joined(separator: ", "))
    case .incomplete(let verb, let usage):
      tr("“%1$@” is incomplete. Usage: %2$@", verb, usage)
    case .needlessArgument(let word, let verb): tr("“%1$@” does not take “%2$@”.", verb, word)
    case .unknownOption(let option, let verb, _): tr("“%1$@” has no option “%2$@”.", verb, option)
    case .mustFollow(let option, let after):
      tr("“%1$@” must come after “%2$@”.", option, after)
    case .mustPrecede(let option, let before):
      tr("“%1$@” must come before “%2$@”.", option, before)
    case .takesNoValue(let option, let value):
      tr("“%1$@” takes no value, but “%2$@” was given.", option, value)
    case .needsValue(let option): tr("“%@” needs a value.", option)
    case .needsNumber(let option, let least, let text):
      tr("“%1$@” needs a whole number, at least %2$@, not “%3$@”.", option, numberText(least), text)
    case .needsName(let option, let placeholder): tr("“%1$@” needs %2$@.", option, placeholder)
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
      tr("“%1$@” is not one of: %2$@.", name, known.joined(separator: ", "))
    case .unknownOptionOfVariants(let name, let known, let words):
      tr(
        "%1$@ A new one is made by: vitrinectl field add %2$@",
        UsageError.unknownName(name, known: known).statement, words)
    case .notARange(let text, .numbers):
      tr("“%@” is not a range such as 5..10, 5.. or ..10.", text)
    case .notARange(let text, .prices):
      tr("“%@” is not a price range such as “5..10 EUR”.", text)
    case .notARange(let text, .days):
      tr("“%@” is not a range of days such as 2026-01-01..2026-01-31 or “2026-01-01..”.", text)
    case .rangeTheWrongWayRound(let text):
      tr("“%@” is the wrong way round: the smaller or earlier value comes first.", text)
    case .notAnAdjustment(let text, let option):
      tr("“%1$@” cannot follow “%2$@”; “vitrinectl edit --help” has examples.", text, option)
    case .notASize(let text):
      tr("“%@” is not a size such as 50x30, from 5 to 1,000 mm.", text)
    case .unknown(let sentence): sentence
    case .wouldOverwrite(let path):
      tr("“%@” is what is imported: it would be overwritten.", path)
    case .againWithOptions:
      tr("“--again” repeats what was kept: it goes with no other option of a list.")
    case .savedWithoutFile: tr("“--save” keeps an export with its file, and “-” is none.")
    case .wrongEnding(let file, let ending): tr("“%1$@” does not end with “.%2$@”.", file, ending)
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
    case .howMany:
      tr("“generate” needs the number of products, at most %@.", numberText(Self.mostProducts))
    case .options: tr("“variant make” needs an option with values: “--option Size=S,M”.")
    case .placeOfExport:
      tr("“export” needs a place: a directory or, with “--as”, a file.")
    case .format: tr("To write a list to a file, “export” needs a format: “--as FORMAT”.")
    case .head: tr("“variant join” needs the product to join: “--of ID”.")
    case .printedFile: tr("“print” needs the file to write: “--to FILE”.")
    case .kindOfField: tr("“field add” needs a kind: “--kind KIND”.")
    case .place: tr("“move” needs a place: “--first”, “--last”, “--before ID” or “--after ID”.")
    case .pictureNumber:
      tr("Pictures are numbered from 1, as “vitrinectl picture ID” lists them.")
    case .sheet: tr("“labels” needs a sheet, “--sheet NAME”, or the size of a label, “--size WxH”.")
    case .traitsOfPrinter:
      tr("“labels printer” needs what is to be remembered: “--dpi”, “--shift” or “--scale”.")
    case .labelFile: tr("The command needs a file to write to: “--to FILE”.")
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

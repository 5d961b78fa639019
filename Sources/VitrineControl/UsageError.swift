// What is wrong with a call, and the sentence for it.

import Catalog
import Foundation
import Wording

enum UsageError: Error {
  case noVerb
  case unknownVerb(String)
  case unknownOption(String, verb: String)
  case needsValue(option: String)
  case needsNumber(option: String, not: String)
  case needsIdentifiers(verb: String)
  case notAnIdentifier(String)
  case noHomeDirectory
  case value(InvalidValue)
  /// The verb lacks an argument.
  case needs(Missing)
  /// An unknown name and the known ones.
  case unknownName(String, known: [String])
  case notARange(String)
  case notAPriceRange(String)
  case trash(String)
  case field
  case stateVerb(known: [String])
  case notAnApplication(String)

  enum Missing {
    case title, fields, words, dateOrList, howMany, importFile, exportDirectory, fieldAndText
    case nameAndValue, kindOfField
    case stateNumber
  }

  var sentence: String {
    switch self {
    case .noVerb: tr("Say what to do; “vitrinectl --help” lists it.")
    case .unknownVerb(let word):
      tr("“%@” is not something to do; “vitrinectl --help” lists what is.", word)
    case .unknownOption(let option, let verb): tr("“%@” does not know “%@”.", verb, option)
    case .needsValue(let option): tr("“%@” is followed by a word.", option)
    case .needsNumber(let option, let text):
      tr("“%@” is followed by a whole number, not “%@”.", option, text)
    case .needsIdentifiers(let verb):
      tr("“%@” is followed by identifiers of products, as “list” prints them.", verb)
    case .notAnIdentifier(let word):
      tr("“%@” is not an identifier of a product, as “list” prints them.", word)
    case .noHomeDirectory: tr("There is no home directory; say “--directory DIR”.")
    case .value(let refusal): refusal.sentence
    case .needs(let missing): missing.sentence
    case .unknownName(let name, let known):
      tr("“%@” means nothing here; these are known: %@.", name, known.joined(separator: ", "))
    case .notARange(let text): tr("“%@” is not a range such as 5..10, 5.. or ..10.", text)
    case .notAPriceRange(let text):
      tr("“%@” is not a range of prices such as “5..10 EUR”.", text)
    case .trash(let word):
      tr("“trash” is followed by “restore”, “empty” or nothing, not by “%@”.", word)
    case .field:
      tr("“field” is followed by “list”, or by “add”, “edit” or “remove” and a name.")
    case .stateVerb(let known):
      tr("“state” is followed by one of %@.", known.joined(separator: ", "))
    case .notAnApplication(let id): tr("“%@” is no application’s identifier.", id)
    }
  }
}

extension UsageError.Missing {
  fileprivate var sentence: String {
    switch self {
    case .title: tr("“add” needs a title: “--title TITLE”.")
    case .fields: tr("Say which fields to change.")
    case .words: tr("“search” is followed by words.")
    case .dateOrList: tr("“restore” is followed by “list” or one date.")
    case .howMany: tr("“generate” is followed by how many products.")
    case .importFile: tr("“import” is followed by a file or a directory.")
    case .exportDirectory: tr("“export” is followed by a directory, or by “-”.")
    case .fieldAndText: tr("“--contains” is followed by FIELD=TEXT.")
    case .nameAndValue: tr("“--set” is followed by NAME=VALUE, such as year=2015.")
    case .kindOfField: tr("“field add” needs a kind: “--kind KIND”.")
    case .stateNumber:
      tr("“restore-history” is followed by a number from “vitrinectl state history”.")
    }
  }
}

/// Turns a refused value into a usage error.
func asUsageError<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let refusal as InvalidValue {
    throw UsageError.value(refusal)
  }
}

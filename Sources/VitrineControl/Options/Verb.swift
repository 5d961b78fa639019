// SPDX-License-Identifier: Apache-2.0
// A command of `vitrinectl`, called a verb here: its name, what follows it, its options, and how these
// become work. Parsing, help, the manual page and the completions are made from what is declared here.

import Catalog
import Foundation

struct Verb: Sendable {
  typealias Work = @Sendable () async throws -> ExitStatus

  /// Its name, such as “trash restore”, as words.
  let name: [String]
  /// Other names.
  let aliases: [[String]]
  /// Options without which it can do nothing, as help shows them.
  let needs: String
  let arguments: ArgumentList
  /// How it is called, such as “vitrinectl list [OPTION…]”.
  let usage: String
  let about: String
  /// Paragraphs, with blank lines between them.
  let details: String
  /// The options it has of its own.
  let sections: [OptionSection]
  let common: OptionSection
  private let understand: @Sendable (Call, [String]) throws -> Work

  /// - Parameter work: makes the work of what was read from the options and the words.
  init<Request: Sendable>(
    _ name: String, _ arguments: String = "", aliases: [String] = [], needing needs: String = "",
    about: String, details: String = "", common: OptionGroup<CommonOptions>,
    options: [OptionGroup<Request>], of request: Request,
    work: @escaping @Sendable (Request, CommonOptions, [String]) throws -> Work
  ) {
    self.name = name.split(separator: " ").map(String.init)
    self.aliases = aliases.map { $0.split(separator: " ").map(String.init) }
    self.needs = needs
    let arguments = ArgumentList(arguments)
    self.arguments = arguments
    let usage = ["vitrinectl", name, arguments.text, needs, options.isEmpty ? "" : "[OPTION…]"]
      .filter { !$0.isEmpty }.joined(separator: " ")
    self.usage = usage
    self.about = about
    self.details = details
    sections = options.map(\.section)
    self.common = common.section
    understand = { call, words in
      var (request, shared) = (request, CommonOptions())
      var separator: String?
      for given in call.options {
        if options.contains(where: { $0.separator == given.name }) { separator = given.name }
        try asUsageError {
          if let option = common.option(named: given.name) {
            return try option.take(&shared, given.value ?? "")
          }
          guard let option = try Self.option(given.name, after: separator, among: options) else {
            let known = (options.map(\.section) + [common.section]).flatMap(\.names)
            throw UsageError.unknownOption(given.name, verb: name, known: known)
          }
          try option.take(&request, given.value ?? "")
        }
      }
      if words.count < arguments.least {
        throw UsageError.incomplete(verb: name, usage: usage)
      }
      if let most = arguments.most, words.count > most {
        throw UsageError.needlessArgument(words[most], verb: name)
      }
      // An empty path would be the directory that the command was called in.
      if words.indices.contains(where: { words[$0].isEmpty && arguments.isPath($0) }) {
        throw UsageError.incomplete(verb: name, usage: usage)
      }
      return try work(request, shared, words)
    }
  }

  /// The option that a name means there; nil if the verb has none of that name.
  private static func option<Request>(
    _ name: String, after separator: String?, among groups: [OptionGroup<Request>]
  ) throws -> VerbOption<Request>? {
    let found = groups.filter { $0.option(named: name) != nil }
    // The flag itself and those beside it have one meaning.
    let group =
      found.first { $0.separator == separator }
      ?? found.first { group in separator.map { group.option(named: $0) != nil } ?? false }
    if let option = group?.option(named: name) { return option }
    if let after = found.first?.separator { throw UsageError.mustFollow(name, separator: after) }
    if !found.isEmpty, let separator { throw UsageError.mustPrecede(name, separator: separator) }
    return nil
  }

  var title: String { name.joined(separator: " ") }

  /// All its options.
  var options: [OptionDeclaration] { (sections + [common]).flatMap(\.options) }

  /// What a call of it is to do. `words` follow its name.
  func work(of call: Call, words: [String]) throws -> Work { try understand(call, words) }
}

// SPDX-License-Identifier: Apache-2.0
// The arguments of a call, told apart: options with their values, and words. Options may stand
// anywhere, before the verb as well, so an option has the same form in every verb that has it: but for
// “--first”, which is a place for “move” and a number for “labels”.

struct Call: Sendable, Equatable {
  struct Option: Sendable, Equatable {
    let name: String
    /// Nil for a flag.
    let value: String?
  }

  private(set) var options: [Option] = []
  private(set) var words: [String] = []
  /// What is wrong with the first argument that is not understood.
  private(set) var unknown: Unknown?

  enum Unknown: Sendable, Equatable {
    case option(String)
    case value(String, ofFlag: String)
    case noValue(option: String)
  }

  /// - Parameter declared: the options of all verbs; of two with one name, the first.
  init(_ arguments: some Sequence<String>, declared: [OptionDeclaration]) {
    let byName = Dictionary(
      declared.flatMap { option in
        [option.name, option.letter].compactMap { $0 }.map { ($0, option) }
      }
    ) { first, _ in first }
    var rest = Array(arguments)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = byName[String(parts[0])] else {
        note(.option(String(parts[0])))
        continue
      }
      let given = parts.count > 1 ? String(parts[1]) : nil
      if option.value == nil {
        if let given { note(.value(given, ofFlag: option.name)) }
        options.append(Option(name: option.name, value: nil))
      } else if let value = given ?? rest.popFirst() {
        options.append(Option(name: option.name, value: value))
      } else {
        note(.noValue(option: option.name))
      }
    }
  }

  private mutating func note(_ what: Unknown) { if unknown == nil { unknown = what } }

  func has(_ option: String) -> Bool { options.contains { $0.name == option } }

  /// Throws for the first argument that is not understood.
  /// - Parameter known: the options that `verb` has.
  func requireAllUnderstood(by verb: String, known: [String]) throws {
    switch unknown {
    case nil: break
    case .option(let name): throw UsageError.unknownOption(name, verb: verb, known: known)
    case .value(let value, let flag): throw UsageError.takesNoValue(option: flag, value: value)
    case .noValue(let option): throw UsageError.needsValue(option: option)
    }
  }
}

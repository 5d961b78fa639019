// SPDX-License-Identifier: Apache-2.0
// An option as people and shells see it. Help, the manual page, the completions and the refusals are
// all made from this; nothing else knows the name of an option.

struct OptionDeclaration: Sendable, Hashable {
  /// What follows the name, for people and as far as a shell can offer it.
  struct Value: Sendable, Hashable {
    enum Offer: Sendable, Hashable {
      case nothing, files, directories
      case words([String])
    }

    let placeholder: String
    let offer: Offer
  }

  /// With its dashes.
  let name: String
  /// Another name, of one letter.
  var letter: String?
  /// Nil for a flag.
  let value: Value?
  let about: String

  /// What is written on the command line, such as “--limit N”.
  var usage: String {
    [[name, letter].compactMap(\.self).joined(separator: ", "), value?.placeholder]
      .compactMap(\.self).joined(separator: " ")
  }
}

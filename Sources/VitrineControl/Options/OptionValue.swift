// SPDX-License-Identifier: Apache-2.0
// What may follow an option: how it is shown, and how it is read into a value.

import Foundation

struct OptionValue<Value>: Sendable {
  let shown: OptionDeclaration.Value
  /// Reads the text that was given to an option.
  let read: @Sendable (_ text: String, _ option: String) throws -> Value

  init(
    _ placeholder: String, _ offer: OptionDeclaration.Value.Offer = .nothing,
    read: @escaping @Sendable (_ text: String, _ option: String) throws -> Value
  ) {
    shown = OptionDeclaration.Value(placeholder: placeholder, offer: offer)
    self.read = read
  }
}

extension OptionValue where Value == String {
  /// Any text. Shells offer `words`, if there are any.
  static func text(_ placeholder: String, offering words: [String] = []) -> OptionValue {
    OptionValue(placeholder, words.isEmpty ? .nothing : .words(words)) { text, _ in text }
  }

  /// One of `words`.
  static func choice(_ placeholder: String, of words: [String]) -> OptionValue {
    OptionValue(placeholder, .words(words)) { text, _ in
      guard words.contains(text) else { throw UsageError.unknownName(text, known: words) }
      return text
    }
  }

  /// The path of a file.
  static let file = OptionValue("FILE", .files) { text, option in
    guard !text.isEmpty else { throw UsageError.needsValue(option: option) }
    return text
  }

  /// The path of a file, or nothing instead of those that there are.
  static let fileOrNone = OptionValue("FILE", .files) { text, _ in text }
}

extension OptionValue where Value == URL {
  static let directory = OptionValue("DIR", .directories) { text, option in
    guard !text.isEmpty else { throw UsageError.needsValue(option: option) }
    return URL(fileURLWithPath: text)
  }
}

extension OptionValue where Value == Int {
  static func number(atLeast least: Int = 0) -> OptionValue {
    OptionValue("N") { text, option in
      guard let number = Int(text), number >= least else {
        throw UsageError.needsNumber(option: option, least: least, not: text)
      }
      return number
    }
  }
}

extension OptionValue where Value == UUID {
  /// The identifier of a product.
  static let identifier = OptionValue("ID") { text, _ in
    guard let id = UUID(uuidString: text) else { throw UsageError.notAnIdentifier(text) }
    return id
  }
}

extension OptionValue where Value == NamedText {
  /// A name and a text, with “=” between them.
  static func named(_ placeholder: String, offering names: [String] = []) -> OptionValue {
    OptionValue(placeholder, names.isEmpty ? .nothing : .words(names.map { $0 + "=" })) {
      guard let named = NamedText($0) else {
        throw UsageError.needsName(option: $1, placeholder: placeholder)
      }
      return named
    }
  }
}

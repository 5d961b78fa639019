// SPDX-License-Identifier: Apache-2.0
// An option of a verb, declared once: its name, what may follow it, what it is for, and what it
// changes in the request that the verb gathers from its options.

struct VerbOption<Request>: Sendable {
  let declaration: OptionDeclaration
  /// Takes the value that was given; an empty text for a flag.
  let take: @Sendable (inout Request, String) throws -> Void

  /// An option with a value.
  init<Value>(
    _ name: String, _ value: OptionValue<Value>, about: String,
    take: @escaping @Sendable (inout Request, Value) throws -> Void
  ) {
    declaration = OptionDeclaration(name: name, value: value.shown, about: about)
    self.take = { try take(&$0, value.read($1, name)) }
  }

  /// A flag.
  init(
    _ name: String, letter: String? = nil, about: String,
    take: @escaping @Sendable (inout Request) throws -> Void
  ) {
    declaration = OptionDeclaration(name: name, letter: letter, value: nil, about: about)
    self.take = { request, _ in try take(&request) }
  }

  private init(
    _ declaration: OptionDeclaration,
    take: @escaping @Sendable (inout Request, String) throws -> Void
  ) {
    self.declaration = declaration
    self.take = take
  }

  /// The same option of a larger request.
  func lifted<Whole>(to part: WritableKeyPath<Whole, Request> & Sendable) -> VerbOption<Whole> {
    VerbOption<Whole>(declaration) { try take(&$0[keyPath: part], $1) }
  }

  /// The same option, with something else that it does.
  func also(_ act: @escaping @Sendable (inout Request) -> Void) -> VerbOption {
    VerbOption(declaration) {
      try take(&$0, $1)
      act(&$0)
    }
  }
}

// An option that a verb has. What is not declared is refused before the verb sees it, and the
// completions for shells are made from the same declarations.

struct VerbOption: Sendable {
  /// What follows it, as far as a shell can offer it.
  enum Value: Sendable {
    case none, text, file, directory
    case words([String])
  }

  let name: String
  let value: Value

  init(_ name: String, _ value: Value = .text) {
    self.name = name
    self.value = value
  }

  /// Those of every verb on the catalogue.
  static let common = [
    VerbOption("--json", .none), VerbOption("--sample", .none),
    VerbOption("--directory", .directory), VerbOption("--forget-history", .none),
    VerbOption("--help", .none),
  ]
}

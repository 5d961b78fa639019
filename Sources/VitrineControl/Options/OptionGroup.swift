// SPDX-License-Identifier: Apache-2.0
// Options that belong together, under one heading of help and manual.

struct OptionGroup<Request>: Sendable {
  /// Nil for those of one verb alone.
  let title: String?
  /// What must be known about all of them.
  let note: String
  /// The flag that these stand after, because the same names mean something else before it.
  let separator: String?
  let options: [VerbOption<Request>]

  init(
    _ title: String?, note: String = "", after separator: String? = nil,
    options: [VerbOption<Request>]
  ) {
    self.title = title
    self.note = note
    self.separator = separator
    self.options = options
  }

  /// Those of one verb alone.
  init(_ options: [VerbOption<Request>]) { self.init(nil, options: options) }

  /// The same options of a larger request.
  func lifted<Whole>(
    to part: WritableKeyPath<Whole, Request> & Sendable, after separator: String? = nil
  ) -> OptionGroup<Whole> {
    OptionGroup<Whole>(
      title, note: note, after: separator, options: options.map { $0.lifted(to: part) })
  }

  var section: OptionSection {
    OptionSection(
      title: title, note: note, separator: separator, options: options.map(\.declaration))
  }

  func option(named name: String) -> VerbOption<Request>? {
    options.first { $0.declaration.name == name }
  }
}

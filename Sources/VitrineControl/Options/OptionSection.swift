// SPDX-License-Identifier: Apache-2.0
// A group of options as help, manual and completions show it.

struct OptionSection: Sendable, Hashable {
  /// Nil for those of one verb alone.
  let title: String?
  var note = ""
  var separator: String?
  let options: [OptionDeclaration]

  var names: [String] { options.map(\.name) }
}

// SPDX-License-Identifier: Apache-2.0
// A call as its verb reads it: “--first” is a place for “move”, and a number for “labels”, which come before or after it.

extension Call {
  /// With the options as they are in the verb of the call.
  init(_ arguments: [String]) {
    let flags = VerbTable.options.filter { $0.value == nil }
    for declared in [
      flags + VerbTable.options, VerbTable.options.filter { $0.value != nil } + flags,
    ] {
      let words = Call(arguments, declared: declared).words
      if let verb = try? VerbTable.verb(of: words).verb {
        self.init(arguments, declared: verb.options + VerbTable.options)
        return
      }
    }
    self.init(arguments, declared: VerbTable.options)
  }
}

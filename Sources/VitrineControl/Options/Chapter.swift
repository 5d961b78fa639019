// SPDX-License-Identifier: Apache-2.0
// Verbs under one heading of help and manual.

struct Chapter: Sendable {
  let title: String
  let verbs: [Verb]

  init(_ title: String, _ verbs: [Verb]) {
    self.title = title
    self.verbs = verbs
  }
}

// SPDX-License-Identifier: Apache-2.0
// A long text while it is typed into. What was typed, and where, waits until somebody asks for all of the text: to read it from
// its view and to compare it takes longer than everything else that a key press costs.

import StateRestoration

struct LongText {
  /// Shorter texts are read at each key: that costs nothing.
  static let least = 4096
  /// So many edits wait.
  private static let most = 4096

  private var edits: [TextEdit] = []
  /// The code points of all, as GTK counts them.
  private var count: Int

  /// Nil for a text that is not long.
  init?(_ text: String) {
    guard text.utf8.count >= Self.least else { return nil }
    count = text.unicodeScalars.count
  }

  /// False if its view has another text after that, which then has `length` code points; and if the text is not long any more, or
  /// was edited so often that it is time to read it.
  func takes(_ edit: TextEdit, length: Int) -> Bool {
    length == self.length(after: edit) && length >= Self.least && edits.count < Self.most
  }

  mutating func add(_ edit: TextEdit) {
    count = length(after: edit)
    edits.append(edit)
  }

  private func length(after edit: TextEdit) -> Int {
    count - edit.removed + edit.inserted.unicodeScalars.count
  }

  /// The text with what was typed.
  func text(after text: String) -> String { TextEdit.text(text, after: edits) ?? text }
}

// SPDX-License-Identifier: Apache-2.0
// A question before what cannot be undone, and only then.

import Gtk
import Wording

@MainActor
enum Confirmation {
  /// Runs `action` if the user presses the button named after what it does.
  static func ask(
    over parent: Window, _ title: String, text: String, button: String,
    action: @escaping @MainActor () -> Void
  ) {
    Question.ask(
      over: parent, title, text: text, cancel: tr("_Cancel", context: "button"), confirm: button,
      action: action)
  }

  /// Returns whether the user presses the button.
  static func answer(
    over parent: Window, _ title: String, text: String, button: String
  ) async -> Bool {
    await Question.answer(
      over: parent, title, text: text, cancel: tr("_Cancel", context: "button"), confirm: button)
  }
}

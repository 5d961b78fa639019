// SPDX-License-Identifier: Apache-2.0
// A question in a small dialog, with a way back and a button for each answer, named after what it does. The same
// question is never open twice: the desktop may ask for the end of the program as often as it likes.

/// A question before what cannot be undone, or before one of several things is done.
@MainActor
public enum Question {
  /// Those that are open, by their titles.
  private static var open: [String: Window] = [:]

  /// Returns whether the user presses the button `confirm`, and not Escape or `cancel`. An underscore
  /// in the two marks the key.
  public static func answer(
    over parent: Window, _ title: String, text: String, cancel: String, confirm: String
  ) async -> Bool {
    await withCheckedContinuation { answer in
      var isAgreed = false
      ask(
        over: parent, title, text: text, cancel: cancel, confirm: confirm,
        action: { isAgreed = true }
      ) { answer.resume(returning: isAgreed) }
    }
  }

  /// Runs `action` if the user presses the button `confirm`; Escape and `cancel` do nothing. `gone`
  /// runs when the question is gone, however it ended: at once if it is open already, for who asked first.
  public static func ask(
    over parent: Window, _ title: String, text: String, cancel: String, confirm: String,
    action: @escaping @MainActor () -> Void, gone: @escaping @MainActor () -> Void = {}
  ) {
    let go = Button(confirm).style("destructive-action")
    show(over: parent, title, text: text, cancel: cancel, answers: [go], gone: gone) { _ in action()
    }?
    .takeFocus()
  }

  /// Runs `action` with the number of the answer that the user chooses; Escape and `cancel` do nothing.
  /// The last one is what most users want. An underscore in a label marks the key.
  public static func choose(
    over parent: Window, _ title: String, text: String, cancel: String,
    among answers: [String], action: @escaping @MainActor (Int) -> Void
  ) {
    let buttons = answers.map { Button($0) }
    let back = show(
      over: parent, title, text: text, cancel: cancel, answers: buttons,
      belowEachOther: answers.contains { $0.count > longestBeside }, gone: {}, action: action)
    if back != nil { buttons.last?.style("suggested-action").takeFocus() }
  }

  /// Of an answer that has room beside another one, in characters.
  private static let longestBeside = 20

  /// Returns the number of the answer that the user chooses; nil for Escape and `cancel`.
  public static func choice(
    over parent: Window, _ title: String, text: String, cancel: String, among answers: [String]
  ) async -> Int? {
    await withCheckedContinuation { continuation in
      var chosen: Int?
      show(
        over: parent, title, text: text, cancel: cancel, answers: answers.map { Button($0) },
        gone: { continuation.resume(returning: chosen) }, action: { chosen = $0 })?.takeFocus()
    }
  }

  /// Returns the button that leads back; nil if the question is open already.
  private static func show(
    over parent: Window, _ title: String, text: String, cancel: String,
    answers: [Button], belowEachOther: Bool = false, gone: @escaping @MainActor () -> Void,
    action: @escaping @MainActor (Int) -> Void
  ) -> Button? {
    if let same = open[title] {
      same.present()
      gone()
      return nil
    }
    let window = Window(dialogOver: parent)
    window.title = title
    open[title] = window
    let back = Button(cancel)
    // More of them have no room beside each other.
    let buttons =
      belowEachOther || answers.count > 2
      ? Box(.vertical, spacing: 6, children: answers.reversed() + [back])
      : Box(.horizontal, spacing: 12, children: [back] + answers).homogeneous()
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().wrapped(at: 32).style("title-4"),
        Label(text).centered().wrapped(at: 40), buttons.margins(top: 12),
      ])
    window.setContent(page.margins(all: 24))
    // The handlers hold the window and go with it.
    back.onClick { window.destroy() }
    for (number, answer) in answers.enumerated() {
      answer.onClick {
        action(number)
        window.destroy()
      }
    }
    page.onKey { press in
      guard press.key == .escape else { return false }
      window.destroy()
      return true
    }
    window.onEnd {
      open[title] = nil
      gone()
    }
    window.present()
    return back
  }
}

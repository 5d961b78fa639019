// A question in a small dialog, with a way back and one button named after what it does.

/// A question before what cannot be undone.
@MainActor
public enum Question {
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
  /// runs when the question is, however it ended.
  public static func ask(
    over parent: Window, _ title: String, text: String, cancel: String, confirm: String,
    action: @escaping @MainActor () -> Void, gone: @escaping @MainActor () -> Void = {}
  ) {
    let window = Window(dialogOver: parent)
    window.title = title
    let back = Button(cancel)
    let go = Button(confirm).style("destructive-action")
    let buttons = Box(.horizontal, spacing: 12, children: [back, go]).homogeneous()
    let page = Box(
      .vertical, spacing: 12,
      children: [
        Label(title).centered().wrapped(at: 32).style("title-4"),
        Label(text).centered().wrapped(at: 40), buttons.margins(top: 12),
      ])
    window.setContent(page.margins(all: 24))
    // The handlers hold the window and go with it.
    back.onClick { window.destroy() }
    go.onClick {
      action()
      window.destroy()
    }
    page.onKey { press in
      guard press.key == .escape else { return false }
      window.destroy()
      return true
    }
    var isGone = false
    // Not "destroy", which waits for the last reference.
    window.connect("unmap") {
      if !isGone { gone() }
      isGone = true
    }
    window.present()
    back.takeFocus()
  }
}

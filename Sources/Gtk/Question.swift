// A question in a small dialog, with a way back and one button named after what it does.

/// A question before what cannot be undone.
@MainActor
public enum Question {
  /// Runs `action` if the user presses the button `confirm`; Escape and `cancel` do nothing. An
  /// underscore in the two marks the key.
  public static func ask(
    over parent: Window, _ title: String, text: String, cancel: String, confirm: String,
    action: @escaping @MainActor () -> Void
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
    window.present()
    back.takeFocus()
  }
}

// A question before what cannot be undone, and only then.

import Gtk
import Wording

@MainActor
enum Confirmation {
  /// Runs `action` if the person presses the button named after what it does.
  static func ask(
    over parent: Window, _ title: String, text: String, button: String,
    action: @escaping @MainActor () -> Void
  ) {
    let window = Window(dialogOver: parent)
    window.title = title
    let cancel = Button(tr("_Cancel"))
    let confirm = Button(button).style("destructive-action")
    let buttons = Box(.horizontal, spacing: 12, [cancel, confirm]).homogeneous()
    let page = Box(
      .vertical, spacing: 12,
      [
        Label(title).centered().wrapped(at: 32).style("title-4"),
        Label(text).centered().wrapped(at: 40), buttons.margins(top: 12),
      ])
    window.setContent(page.margins(all: 24))
    // The handlers hold the window and go with it.
    cancel.onClick { window.destroy() }
    confirm.onClick {
      action()
      window.destroy()
    }
    page.onKey { press in
      guard press.key == .escape else { return false }
      window.destroy()
      return true
    }
    window.present()
    cancel.takeFocus()
  }
}

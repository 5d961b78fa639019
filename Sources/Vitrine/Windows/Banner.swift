// A banner across the top of a window or a pane, shown for as long as what it says is true.

import Gtk

@MainActor
final class Banner {
  let root: Revealer
  private let label = Label().wrapped()
  private let button = Button("")
  private var action: (@MainActor () -> Void)?

  /// `isWarning`: about something that is wrong.
  init(isWarning: Bool = true) {
    button.isVisible = false
    label.expand(horizontally: true)
    let box = Box(.horizontal, spacing: 12, [label, button]).style("banner")
    box.setStyle("warning", isWarning)
    root = Revealer(alert: box, .slideDown)
    button.onClick { [weak self] in self?.action?() }
  }

  func show(_ text: String, _ buttonText: String?, _ action: (@MainActor () -> Void)?) {
    label.text = text
    self.action = action
    button.isVisible = buttonText != nil
    if let buttonText { button.setLabel(buttonText) }
    root.isRevealed = true
  }

  func hide() { root.isRevealed = false }
}

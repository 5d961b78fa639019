// SPDX-License-Identifier: Apache-2.0
// A toast at the bottom of a window. It goes away by itself, but not while the pointer or the
// keyboard is on it, nor while it waits for an answer.

import Gtk
import VitrineModel
import Wording

@MainActor
final class Toast {
  let root = Revealer(alert: .crossfade)
  /// Made when it is shown for the first time.
  private lazy var message = Message(of: self)
  fileprivate var action: (@MainActor () -> Void)?
  fileprivate var dismissal: (@MainActor () -> Void)?
  private var waiting: Task<Void, Never>?
  private var timeToRead = Duration.seconds(6)

  // Above the buttons of a bar at the bottom.
  init() { root.align(.center, vertical: .end).margins(bottom: 60, start: 6, end: 6) }

  /// With `dismissed`, it stays until it is answered by one of its buttons.
  func show(
    _ text: String, _ buttonText: String? = nil, dismissed: (@MainActor () -> Void)? = nil,
    _ action: (@MainActor () -> Void)? = nil
  ) {
    self.action = action
    dismissal = dismissed
    message.show(text, buttonText)
    root.isRevealed = true
    waiting?.cancel()
    timeToRead = Self.timeToRead(text)
    if dismissed == nil { hideLater() }
  }

  /// Six seconds for a few words; more for a sentence that says what went wrong, as slow readers read.
  private static func timeToRead(_ text: String) -> Duration {
    .seconds(6) + .milliseconds(100) * max(text.count - Message.mostCharacters, 0)
  }

  // One timer at a time: a message that was replaced must not hide the one after it.
  private func hideLater() {
    waiting?.cancel()
    waiting = Task { [weak self, timeToRead] in
      guard (try? await Task.sleep(for: timeToRead)) != nil, let self else { return }
      if self.root.isPointedAt || self.root.hasFocus {
        self.hideLater()
      } else {
        self.hide()
      }
    }
  }

  func hide() {
    waiting?.cancel()
    root.isRevealed = false
  }
}

/// What is in a toast.
@MainActor
private final class Message {
  /// Of a line.
  static let mostCharacters = 44
  // It takes all room that its box asked for: there would be enough height beside the button for two lines, with nothing
  // beside them.
  private let label = Label().wrapped(at: mostCharacters).lines(3).ellipsized()
    .expand(horizontally: true).align(vertical: .center)
  private let button = Button("")

  init(of toast: Toast) {
    let close = Button(
      icon: "window-close-symbolic", label: tr("Dismiss", context: "button: let a message go away"))
    close.style("flat", "circular")
    toast.root.setMessage(
      Box(.horizontal, spacing: 8, children: [label, button, close]).style("toast"))
    button.onClick { [weak toast] in
      toast?.hide()
      toast?.action?()
    }
    close.onClick { [weak toast] in
      toast?.hide()
      toast?.dismissal?()
    }
  }

  func show(_ text: String, _ buttonText: String?) {
    label.text = text
    // As wide as its sentence, as far as the window is. Many letters are wider than those that GTK counts with.
    label.wrapped(at: min(text.count * 3 / 2, Self.mostCharacters))
    button.isVisible = buttonText != nil
    if let buttonText { button.setLabel(buttonText) }
  }
}

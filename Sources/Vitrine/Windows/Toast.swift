// SPDX-License-Identifier: Apache-2.0
// A toast at the bottom of a window. It goes away by itself, but not while the pointer or the
// keyboard is on it, nor while it waits for an answer.

import Gtk
import VitrineModel
import Wording

@MainActor
final class Toast {
  let root: Revealer
  private let label = Label().wrapped(at: 48).lines(3).ellipsized()
  private let button = Button("")
  private let close = Button(
    icon: "window-close-symbolic", label: tr("Dismiss", context: "button: let a message go away"))
  private var action: (@MainActor () -> Void)?
  private var dismissal: (@MainActor () -> Void)?
  private var waiting: Task<Void, Never>?

  init() {
    close.style("flat", "circular")
    let box = Box(.horizontal, spacing: 8, children: [label, button, close]).style("toast")
    root = Revealer(alert: box, .crossfade)
    root.align(.center, vertical: .end).margins(bottom: 18)
    button.onClick { [weak self] in
      self?.hide()
      self?.action?()
    }
    close.onClick { [weak self] in
      self?.hide()
      self?.dismissal?()
    }
  }

  /// With `dismissed`, it stays until it is answered by one of its buttons.
  func show(
    _ text: String, _ buttonText: String? = nil, dismissed: (@MainActor () -> Void)? = nil,
    _ action: (@MainActor () -> Void)? = nil
  ) {
    label.text = text
    // By itself a wrapping label requests little width and would break a short sentence.
    label.setWidth(characters: min(text.count, 44))
    self.action = action
    dismissal = dismissed
    button.isVisible = buttonText != nil
    if let buttonText { button.setLabel(buttonText) }
    root.isRevealed = true
    waiting?.cancel()
    if dismissed == nil { hideLater() }
  }

  // One timer at a time: a message that was replaced must not hide the one after it.
  private func hideLater() {
    waiting?.cancel()
    waiting = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(6))) != nil, let self else { return }
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

// SPDX-License-Identifier: Apache-2.0
// A banner across the top of a window or a pane, shown for as long as what it says is true. It has
// the style classes `banner` and `warning`.

import Gtk

/// A message across the top of a window, with a button that does something about it.
@MainActor
public final class MessageBanner {
  /// What goes into the window.
  public let root = Revealer(alert: .slideDown)
  private let isWarning: Bool
  /// Made when it is shown for the first time.
  private lazy var message = Message(of: self, isWarning: isWarning)
  fileprivate var action: (@MainActor () -> Void)?
  fileprivate var dismissal: (label: String, act: @MainActor () -> Void)?

  /// `isWarning`: about something that is wrong.
  public init(isWarning: Bool = true) { self.isWarning = isWarning }

  /// Shows a message, and a button if it is given a text for one.
  public func show(
    _ text: String, _ buttonText: String? = nil, _ action: (@MainActor () -> Void)? = nil
  ) {
    self.action = action
    message.show(text, buttonText, dismiss: dismissal?.label)
    if !root.isMapped {
      // A message that comes with its window leaves the keyboard to what that is for.
      root.letsFocusIn = false
      root.whenOnScreen { [weak root] in root?.letsFocusIn = true }
    }
    root.isRevealed = true
  }

  /// Adds a button at the end that takes the message away; before it is shown.
  public func onDismiss(_ label: String, _ handler: @escaping @MainActor () -> Void) {
    dismissal = (label, handler)
  }

  /// Takes the message away.
  public func hide() { root.isRevealed = false }
}

/// What is in a banner.
@MainActor
private final class Message {
  private let label = Label().wrapped(at: least)
  private let button = Button("")
  private let close = Button("").style("flat")

  /// Characters of the label, which takes all the room there is.
  private static let least = 12

  init(of banner: MessageBanner, isWarning: Bool) {
    label.expand(horizontally: true)
    // If its minimum width is also its natural one, GTK does not look for the narrowest width of
    // the same height, which takes milliseconds in each layout while the message changes.
    label.setWidth(characters: Self.least)
    // One above the other where there is little room.
    let buttons = Box.wrapping()
    for button in [button, close] { buttons.append(button) }
    buttons.align(vertical: .center)
    let box = Box(.horizontal, spacing: 12, children: [label, buttons]).style("banner")
    box.setStyle("warning", isWarning)
    button.onClick { [weak banner] in banner?.action?() }
    close.onClick { [weak banner] in banner?.dismissal?.act() }
    banner.root.setMessage(box)
  }

  func show(_ text: String, _ buttonText: String?, dismiss: String?) {
    label.text = text
    for (button, text) in [(button, buttonText), (close, dismiss)] {
      button.isVisible = text != nil
      if let text { button.setLabel(text) }
    }
  }
}

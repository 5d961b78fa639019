// SPDX-License-Identifier: Apache-2.0
// A banner across the top of a window or a pane, shown for as long as what it says is true. It has
// the style classes `banner` and `warning`.

import Gtk

/// A message across the top of a window, with a button that does something about it.
@MainActor
public final class MessageBanner {
  /// What goes into the window.
  public let root: Revealer
  private let label = Label().wrapped(at: least)
  private let button = Button("")
  private let close = Button("")
  private var action: (@MainActor () -> Void)?
  private var dismissal: (@MainActor () -> Void)?

  /// Characters of the label, which takes all the room there is.
  private static let least = 12

  /// `isWarning`: about something that is wrong.
  public init(isWarning: Bool = true) {
    button.isVisible = false
    close.isVisible = false
    close.style("flat")
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
    root = Revealer(alert: box, .slideDown)
    button.onClick { [weak self] in self?.action?() }
    close.onClick { [weak self] in self?.dismissal?() }
  }

  /// Shows a message, and a button if it is given a text for one.
  public func show(
    _ text: String, _ buttonText: String? = nil, _ action: (@MainActor () -> Void)? = nil
  ) {
    label.text = text
    self.action = action
    button.isVisible = buttonText != nil
    if let buttonText { button.setLabel(buttonText) }
    if !root.isMapped {
      // A message that comes with its window leaves the keyboard to what that is for.
      root.letsFocusIn = false
      root.whenOnScreen { [weak root] in root?.letsFocusIn = true }
    }
    root.isRevealed = true
  }

  /// Adds a button at the end that takes the message away.
  public func onDismiss(_ label: String, _ handler: @escaping @MainActor () -> Void) {
    dismissal = handler
    close.setLabel(label)
    close.isVisible = true
  }

  /// Takes the message away.
  public func hide() { root.isRevealed = false }
}

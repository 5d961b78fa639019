// SPDX-License-Identifier: Apache-2.0
// Says in a line that something typed here was changed elsewhere meanwhile. It comes while somebody types or points, so it
// stands where room for it is kept, and what it was changed to and the choice unfold in a bubble.

import Gtk
import Wording

@MainActor
final class ConflictView {
  let root: Box
  private let button: Button
  private let text = Label().ellipsized()
  private let name: String?
  private let makeChoice: @MainActor () -> Choice
  /// Made when it is opened for the first time.
  private var bubble: (Bubble, Choice)?
  private var sentence = ""

  /// - Parameters:
  ///   - name: what was changed, for screen readers where one window has several of them.
  ///   - names: what these call the two choices there.
  ///   - resolve: is told whether what is from elsewhere was chosen; without it there is no choice.
  init(
    _ name: String? = nil, names: (theirs: String, mine: String)? = nil,
    resolve: (@MainActor (Bool) -> Void)? = nil
  ) {
    self.name = name
    makeChoice = { Choice(names, resolve) }
    let (icon, arrow) = (
      Image(icon: "dialog-warning-symbolic"), Image(icon: "pan-down-symbolic")
    )
    button = Button(
      child: Box(.horizontal, spacing: 6, children: [icon, text, arrow]), label: ""
    ).style("flat", "conflict")
    root = Box(.horizontal, children: [button])
    root.isVisible = false
    button.onClick { [weak self] in self?.open() }
  }

  /// - Parameters:
  ///   - line: nil if there is nothing to say.
  ///   - sentence: what it was changed to.
  func show(_ line: String?, _ sentence: String = "") {
    if line == nil { bubble?.0.close() }
    root.isVisible = line != nil
    text.text = line ?? ""
    self.sentence = sentence
    button.accessibleName(name.map { tr("%1$@: %2$@", $0, text.text) } ?? text.text)
  }

  /// Gives the line the keyboard. Returns whether it is there.
  func takeFocus() -> Bool { root.isVisible && button.takeFocus() }

  private func open() {
    let choice = bubble?.1 ?? makeChoice()
    let bubble = bubble?.0 ?? Bubble(choice.root, in: root)
    self.bubble = (bubble, choice)
    choice.show(sentence)
    bubble.open()
    choice.takeFocus()
  }
}

/// What it was changed to, and whether that is taken.
@MainActor
private final class Choice {
  let root: Box
  /// A scrolled text is as high as it would be on lines of its own width, and hides what they are broken into.
  private let short = Label().wrapped(at: 36)
  private let long = Label().wrapped(at: 36)
  private let scroll: ScrolledWindow
  private let theirs = Button(tr("Use That"))
  private let mine = Button(tr("Keep Mine"))

  init(_ names: (theirs: String, mine: String)?, _ resolve: (@MainActor (Bool) -> Void)?) {
    if let names {
      theirs.accessibleName(names.theirs)
      mine.accessibleName(names.mine)
    }
    let buttons = Box(.horizontal, spacing: 6, children: [theirs, mine]).homogeneous()
    buttons.isVisible = resolve != nil
    scroll = ScrolledWindow(long).minimumHeight(200)
    root = Box(.vertical, spacing: 12, children: [short, scroll, buttons])
    theirs.onClick { resolve?(true) }
    mine.onClick { resolve?(false) }
  }

  func show(_ sentence: String) {
    let isLong = sentence.utf8.count > 300
    (short.text, long.text) = (isLong ? "" : sentence, isLong ? sentence : "")
    (short.isVisible, scroll.isVisible) = (!isLong, isLong)
  }

  // A key that is held down too long gives up nothing that was typed.
  func takeFocus() { mine.takeFocus() }
}

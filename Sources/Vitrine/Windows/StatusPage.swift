// SPDX-License-Identifier: Apache-2.0
// What a window or a pane shows when it has nothing else to show: a picture, a title, a sentence,
// and what can be done.

import Gtk
import Wording

extension Widget {
  /// What stands on one page, no wider than can be read, at the same edges on every tab.
  static func page(_ content: Widget) -> Widget { Box.clamped(content, to: 756) }
}

/// What empty pages show: the case of the program's icon with nothing in it, or with what the page is for. The same in light
/// and dark.
enum DrawnIcon {
  static let empty = "org.vitrine.Vitrine-empty"
  static let search = "org.vitrine.Vitrine-search"
  static let trash = "org.vitrine.Vitrine-trash"
  static let notes = "org.vitrine.Vitrine-notes"
  static let photos = "org.vitrine.Vitrine-photos"
  static let history = "org.vitrine.Vitrine-history"
}

@MainActor
struct StatusPage {
  let root: Widget
  private let titleLabel: Label
  private let textLabel: Label

  /// - Parameter more: what stands below the sentence, above the buttons.
  init(
    icon: String, title: String, text: String, more: [Widget] = [], buttons: [Button] = [],
    compact: Bool = false
  ) {
    let isSymbolic = icon.hasSuffix("-symbolic")
    let image = Image(icon: icon, size: compact && isSymbolic ? 64 : 96)
    if isSymbolic { image.style("dim-label") }
    titleLabel = Label(title).centered().wrapped(at: 30).style(compact ? "title-2" : "title-1")
    textLabel = Label(text).centered().wrapped(at: 40)
    let actions = Box(.vertical, spacing: 12, children: buttons).align(.center).margins(top: 12)
    for button in buttons { button.style("pill") }
    actions.isVisible = !buttons.isEmpty
    let content = [image, titleLabel, textLabel] + more + [actions]
    let middle = Box(.vertical, spacing: 12, children: content)
      .align(.center, vertical: .center)
      .margins(all: 24)
      .expand(horizontally: true, vertically: true)
    // Quirk: page-place. For a page that does not fill its stack, GTK tells screen readers a place twice as far
    // from the corner.
    root = Box(.vertical, children: [middle])
  }

  /// Something that can't be read, and a button to try it again.
  static func failure(_ title: String, again: @escaping @MainActor () -> Void) -> StatusPage {
    let button = Button(tr("_Try Again"))
    button.onClick(again)
    return StatusPage(
      icon: "dialog-warning-symbolic", title: title, text: "", buttons: [button], compact: true)
  }

  func show(title: String, text: String) {
    titleLabel.text = title
    show(text: text)
  }

  func show(text: String) { textLabel.text = text }
}

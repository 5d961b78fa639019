// SPDX-License-Identifier: Apache-2.0
// A line of the list of saved windows: what it is, what is known of it, a picture if there is one, and how it is opened,
// by itself or together with others that are selected.

import Gtk
import StateRestoration

@MainActor
final class SavedWindowLine {
  typealias Opening = @MainActor () async -> Void

  let root = Box(.horizontal, spacing: 12)
  /// Nil for what can't be opened.
  let open: Opening?
  private let check = CheckButton()

  /// - Parameters:
  ///   - facts: such as its kind, and when it was closed.
  ///   - unfinished: what is unfinished in it.
  ///   - open: shows it.
  ///   - openNow: the person asked for it alone.
  ///   - selectionChanged: it was selected, or is no longer.
  init(
    _ title: String, facts: [String], unfinished: String? = nil, picture: WindowPicture? = nil,
    texts: RestorationTexts, open: Opening?,
    openNow: @escaping @MainActor (@escaping Opening) -> Void,
    selectionChanged: @escaping @MainActor () -> Void
  ) {
    self.open = open
    let name = Label(title).ellipsized()
    let about = (facts + [unfinished].compactMap { $0 }).filter { !$0.isEmpty && $0 != title }
    let head = Box(.horizontal, spacing: 6, children: [name])
    // The line below says what it means.
    if unfinished != nil { head.append(Image(icon: "document-edit-symbolic", size: 16)) }
    let text = Box(
      .vertical,
      children: [
        head, Label(about.joined(separator: " · ")).ellipsized().style("dim-label", "caption"),
      ])
    if open != nil {
      check.accessibleName(texts.select(title))
      check.onToggle { selectionChanged() }
      root.append(check.align(vertical: .center))
    }
    if let picture,
      let texture = Texture(width: picture.width, height: picture.height, pixels: picture.pixels)
    {
      let shown = Picture(upTo: 72)
      shown.show(texture)
      root.append(shown.accessibleName(texts.picture(title)).request(width: 96))
    }
    root.append(text.expand(horizontally: true).align(vertical: .center))
    guard let open else { return }
    let button = Button(texts.open).align(vertical: .center)
    button.accessibleName("\(texts.open) \(title)")
    button.onClick { openNow(open) }
    root.append(button)
  }

  var isSelected: Bool { check.isOn }
}

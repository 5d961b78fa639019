// SPDX-License-Identifier: Apache-2.0
// The control for tags: each that is finished is a chip, which a click or a key removes; the next one is
// typed below them. Backspace before the first letter takes the last chip back into the text. Of very many, which a catalogue
// or a file from elsewhere may have, the last are shown; the others stay as they are.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class TagsControl: SuggestingControl {
  private let line = Box.wrapping()
  private var chips: [(tag: Tag, button: Button)] = []
  private static let mostChips = 100
  /// How many are before the chips; nil until there are any.
  private var others: Label?
  private var tags = TypedTags("")
  /// The text as it was set, or as it was typed since.
  private var written = ""

  override init(_ kind: FieldKind, _ catalogue: OpenCatalogue) {
    super.init(kind, catalogue)
    box.insert(line.margins(bottom: 4), after: nil)
    entry.placeholder(tr("Add a tag"))
    entry.onBackspace { [weak self] in
      guard let self, entry.selection == TextSelection(anchor: 0, caret: 0) else { return false }
      return takeBack()
    }
    entry.onFocus(
      entered: {},
      left: { [weak self] in
        // Not if only the window has lost the keyboard.
        if let self, !entry.hasFocus { change { $0.finish() } }
      })
    line.isVisible = false
  }

  override var text: String {
    get { written }
    set {
      (written, tags) = (newValue, TypedTags(newValue))
      show()
    }
  }

  override func showTaken(_ text: String) -> Bool {
    super.showTaken(text.isEmpty ? tr("Add a tag") : text)
  }

  override var typing: (text: String, caret: Int) { (tags.textWithComma, selection.caret) }

  override var selection: TextSelection {
    get {
      let inRest = entry.selection
      return TextSelection(
        anchor: tags.restStart + inRest.anchor, caret: tags.restStart + inRest.caret)
    }
    set {
      tags = TypedTags(written, caret: newValue.caret)
      show()
      // Counted from the end: a text that was not written here may have other spaces before it.
      let behind = tags.rest.unicodeScalars.count - written.unicodeScalars.count
      entry.selection = TextSelection(
        anchor: max(newValue.anchor + behind, 0), caret: max(newValue.caret + behind, 0))
    }
  }

  override func choose(_ text: String, caret: Int) { change { $0 = TypedTags(text) } }

  override func typed() {
    tags.type(entry.text)
    written = tags.text
    // Not while GTK puts the letter in: it would set the caret into a text that is no longer there.
    MainLoop.whenIdle { [weak self] in self?.show() }
  }

  private func takeBack() -> Bool {
    var length: Int?
    change { length = $0.takeBack() }
    guard let length else { return false }
    entry.selection = TextSelection(anchor: length, caret: length)
    suggest()
    return true
  }

  private func change(_ change: (inout TypedTags) -> Void) {
    change(&tags)
    show()
    guard tags.text != written else { return }
    written = tags.text
    wasChosen()
  }

  private func show() {
    if entry.text != tags.rest {
      let behind = entry.text.unicodeScalars.count - entry.selection.caret
      entry.text = tags.rest
      let caret = max(tags.rest.unicodeScalars.count - behind, 0)
      entry.selection = TextSelection(anchor: caret, caret: caret)
    }
    let shown = tags.finished.suffix(Self.mostChips)
    tell(ofOthers: tags.finished.count - shown.count)
    guard chips.map(\.tag) != Array(shown) else { return }
    // Chips that stay are left alone: one of them may be about to take the keyboard.
    for (place, chip) in chips.enumerated().reversed() where !shown.contains(chip.tag) {
      if chip.button.hasFocus {
        (chips.indices.contains(place + 1) ? chips[place + 1].button : entry).takeFocus()
      }
      line.remove(chip.button)
      chips.remove(at: place)
    }
    var before: Widget? = others
    chips = shown.map { tag in
      let known = chips.first { $0.tag == tag }?.button
      let button = known ?? makeChip(tag)
      if known == nil {
        line.insert(button, after: before)
      } else {
        line.move(button, after: before)
      }
      before = button
      return (tag, button)
    }
    line.isVisible = !chips.isEmpty
  }

  private func tell(ofOthers count: Int) {
    if count > 0, others == nil {
      let label = Label()
      line.insert(label, after: nil)
      others = label
    }
    others?.text = tr("1 more", "%@ more", count: count)
    others?.isVisible = count > 0
  }

  private func makeChip(_ tag: Tag) -> Button {
    let chip = Button(tag.text.asName.printable().unmnemonic + " ×").ellipsized().style("chip")
    chip.accessibleName(tr("Remove tag “%@”", tag.text))
    chip.onClick { [weak self] in self?.change { $0.remove(tag) } }
    return chip
  }
}

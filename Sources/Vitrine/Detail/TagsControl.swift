// The control for tags: each that is finished is a chip, which a click or the key removes; the next one
// is typed below them. Backspace before the first letter takes the last chip back into the text.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class TagsControl: SuggestingControl {
  private let chips = Box.wrapping()
  private var tags = TypedTags("")
  /// As it was set, or as it was typed since.
  private var written = ""
  private var shown: Tags?

  override init(_ kind: FieldKind, _ catalogue: OpenCatalogue) {
    super.init(kind, catalogue)
    box.insert(chips.margins(bottom: 4), after: nil)
    entry.placeholder(tr("Add a tag"))
    entry.onKey(before: true) { [weak self] press in
      guard press.key == .backspace, let self,
        entry.selection == TextSelection(anchor: 0, caret: 0)
      else { return false }
      return takeBack()
    }
    // One stop of the Tab key; the arrows go from chip to chip.
    chips.onKey(before: true) { [weak self] press in
      guard press.key == .tab, !press.isShift, let self else { return false }
      entry.takeFocus()
      return true
    }
    entry.onFocus(entered: {}, left: { [weak self] in self?.change { $0.finish() } })
    show()
  }

  override var text: String {
    get { written }
    set {
      (written, tags) = (newValue, TypedTags(newValue))
      show()
    }
  }

  override var selection: TextSelection {
    get {
      let inRest = entry.selection
      return TextSelection(
        anchor: tags.restStart + inRest.anchor, caret: tags.restStart + inRest.caret)
    }
    set {
      tags = TypedTags(written, caret: newValue.caret)
      show()
      entry.selection = TextSelection(
        anchor: max(newValue.anchor - tags.restStart, 0),
        caret: max(newValue.caret - tags.restStart, 0))
    }
  }

  override func choose(_ text: String, caret: Int) {
    change {
      $0 = TypedTags(text)
      $0.type("")
    }
  }

  override func typed() {
    let before = tags.finished
    tags.type(entry.text)
    written = tags.text
    // Not while GTK puts the letter in: it would set the caret into a text that is no longer there.
    guard tags.finished != before || tags.rest != entry.text else { return }
    MainLoop.whenIdle { [weak self] in self?.show() }
  }

  private func takeBack() -> Bool {
    var length: Int?
    change { length = $0.takeBack() }
    if let length { entry.selection = TextSelection(anchor: length, caret: length) }
    return length != nil
  }

  private func change(_ change: (inout TypedTags) -> Void) {
    change(&tags)
    show()
    guard tags.text != written else { return }
    written = tags.text
    changed()
  }

  private func show() {
    if entry.text != tags.rest {
      entry.text = tags.rest
      let end = tags.rest.unicodeScalars.count
      entry.selection = TextSelection(anchor: end, caret: end)
    }
    guard shown != tags.finished else { return }
    shown = tags.finished
    if chips.hasFocus { entry.takeFocus() }
    chips.removeAll()
    for tag in tags.finished {
      let chip = Button(tag.text.printable().unmnemonic + " ×").ellipsized().style("chip")
      chip.accessibleName(tr("Remove tag “%@”", tag.text))
      chip.onClick { [weak self] in self?.change { $0.remove(tag) } }
      chips.append(chip)
    }
    chips.isVisible = !tags.finished.isEmpty
  }
}

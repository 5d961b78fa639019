// SPDX-License-Identifier: Apache-2.0
// A long text of a draft is kept by what was typed where, and the caret by itself: the window's record gets these, and the draft
// has them as soon as somebody asks for it.

import Catalog
import Foundation
import StateRestoration

extension Drafts {
  /// The long text that is typed into.
  struct TypedText {
    let draft: UUID
    /// The field of a form; nil for the text of a note.
    let field: FieldID?
    let key: StateKey
    let path: [String]
    var text: LongText
  }

  /// Keeps what was typed into the long text of a note. Returns false, and does nothing, where all of the draft has to be kept.
  /// - Parameter length: how long the text is in its view then, in code points.
  func type(_ edit: TextEdit, inNote id: UUID, length: Int) -> Bool {
    if typedText?.draft != id || typedText?.field != nil {
      takeInTyped()
      guard let draft = notes[id], !draft.isUntouched, let text = LongText(draft.text) else {
        return false
      }
      typedText = TypedText(
        draft: id, field: nil, key: SceneKey.noteDraft(id), path: ["text"], text: text)
    }
    return keep(edit, length)
  }

  /// The same for a field of a form.
  func type(_ edit: TextEdit, in field: FieldID, ofProduct id: UUID, length: Int) -> Bool {
    if typedText?.draft != id || typedText?.field != field {
      takeInTyped()
      guard let typed = products[id]?.fields[field.text]?.typed, let text = LongText(typed) else {
        return false
      }
      typedText = TypedText(
        draft: id, field: field, key: SceneKey.productDraft(id),
        path: ["fields", field.text, "typed"], text: text)
    }
    return keep(edit, length)
  }

  private func keep(_ edit: TextEdit, _ length: Int) -> Bool {
    let hasCaret = hasCaretInText
    guard let place = typedText.map({ ($0.key, $0.path) }),
      typedText?.text.takes(edit, length: length) == true,
      session.edit(place.0, edit, at: place.1, caretsAt: hasCaret ? Self.carets : [])
    else { return false }
    typedText?.text.add(edit)
    if hasCaret { _ = setCaret(edit.end, edit.end) }
    return true
  }

  private static let carets = [["anchor"], ["caret"]]

  /// Whether the caret of the draft is in the text that is typed into.
  private var hasCaretInText: Bool {
    guard let id = typedText?.draft else { return false }
    guard let field = typedText?.field else { return notes[id]?.focus == .text }
    return products[id]?.focus == field.text
  }

  // Returns whether it was elsewhere.
  private func setCaret(_ anchor: Int?, _ caret: Int?) -> Bool {
    guard let id = typedText?.draft else { return false }
    if typedText?.field == nil {
      guard notes[id]?.anchor != anchor || notes[id]?.caret != caret else { return false }
      notes[id]?.anchor = anchor ?? 0
      notes[id]?.caret = caret ?? 0
    } else {
      guard products[id]?.anchor != anchor || products[id]?.caret != caret else { return false }
      products[id]?.anchor = anchor
      products[id]?.caret = caret
    }
    return true
  }

  /// Keeps where the caret is in the long text of a note that is typed into. Returns false, and does nothing, where all of the
  /// draft has to be kept.
  func place(note id: UUID, in focus: NoteDraft.Field, anchor: Int, caret: Int) -> Bool {
    guard typedText?.draft == id, typedText?.field == nil, focus == .text, hasCaretInText else {
      return false
    }
    return keepCaret(anchor, caret)
  }

  /// The same for a form.
  func place(product id: UUID, in focus: FieldID?, anchor: Int?, caret: Int?) -> Bool {
    guard let focus, typedText?.draft == id, typedText?.field == focus, hasCaretInText else {
      return false
    }
    return keepCaret(anchor, caret)
  }

  private func keepCaret(_ anchor: Int?, _ caret: Int?) -> Bool {
    // Nearly always it is behind what was typed, with which it was kept.
    guard let key = typedText?.key, setCaret(anchor, caret) else { return true }
    return session.set(anchor, for: key, at: ["anchor"])
      && session.set(caret, for: key, at: ["caret"])
  }

  /// The draft has what was typed into its long text.
  func takeInTyped() {
    guard let typedText else { return }
    self.typedText = nil
    let id = typedText.draft
    if let field = typedText.field?.text {
      guard let old = products[id]?.fields[field]?.typed else { return }
      products[id]?.fields[field]?.typed = typedText.text.text(after: old)
    } else if let old = notes[id]?.text {
      notes[id]?.text = typedText.text.text(after: old)
    }
  }
}

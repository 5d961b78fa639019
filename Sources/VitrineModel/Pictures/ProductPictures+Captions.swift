// SPDX-License-Identifier: Apache-2.0
// A caption that is being typed is a draft of the window: an unfinished one is there again after a restart. What was
// typed stays if the bubble closes, unless it is given up with Escape, until another caption is begun.

import Catalog
import Foundation
import StateRestoration
import Wording

extension ProductPictures {
  /// What the bubble for a caption begins with.
  public func beginCaption(of id: UUID) -> CaptionDraft? {
    guard canChange, let picture = items.first(where: { $0.id == id }) else { return nil }
    // It may have been written just before the program ended.
    if draft.picture != id || draft.typed == picture.caption.text {
      var new = CaptionDraft()
      new.picture = id
      (new.was, new.typed) = (picture.caption.text, picture.caption.text)
      // GTK counts code points.
      new.caret = new.typed.unicodeScalars.count
      draft = new
    }
    draft.isOpen = true
    session.saveNow()
    return draft
  }

  /// The photo whose caption was being typed when the program ended.
  public var openCaption: UUID? {
    draft.isOpen && canChange ? items.first { $0.id == draft.picture }?.id : nil
  }

  public func typeCaption(_ text: String, anchor: Int, caret: Int) {
    guard draft.isOpen else { return }
    (draft.typed, draft.anchor, draft.caret) = (text, anchor, caret)
  }

  /// The bubble has closed.
  public func leaveCaption(givenUp: Bool) {
    guard draft.isOpen else { return }
    if givenUp || draft.typed == draft.was { draft = CaptionDraft() } else { draft.isOpen = false }
    session.saveNow()
  }

  /// Changes a caption. Returns why it can't be, or nil.
  public func setCaption(_ text: String, of id: UUID) -> String? {
    let (caption, before): (FreeText, FreeText)
    do {
      caption = try FreeText(caption: text)
      before = try FreeText(caption: draft.picture == id ? draft.was : "")
    } catch { return error.sentence }
    guard let old = show(caption, of: id) else {
      return tr("The photo is no longer in the catalogue.")
    }
    let base = draft.picture == id ? before : old
    // It is a draft until it is written.
    if draft.picture == id { draft.isOpen = false }
    if caption == old {
      captionIsWritten(text, of: id)
      return nil
    }
    perform { [weak self] store in
      switch try await store.editCaption(of: id, from: base, to: caption) {
      case .saved: break
      case .conflict(let current, _):
        self?.messages.notify(
          tr(
            "The caption was changed elsewhere to “%1$@”. Yours was: “%2$@”", current.caption.text,
            text
          ))
      case .missing: self?.messages.notify(tr("The photo is no longer in the catalogue."))
      }
      self?.captionIsWritten(text, of: id)
    }
    return nil
  }

  private func captionIsWritten(_ text: String, of id: UUID) {
    guard draft.picture == id else { return }
    // It may have been begun again meanwhile.
    if draft.isOpen { draft.was = text } else { draft = CaptionDraft() }
  }
}

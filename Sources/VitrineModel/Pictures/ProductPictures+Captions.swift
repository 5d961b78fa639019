// SPDX-License-Identifier: Apache-2.0
// A caption that is being typed is a draft of the window: an unfinished one is there again after a restart. What was
// typed stays however the bubble closes, also while another caption is typed, and waits with its photo until it is
// resumed or discarded.

import Catalog
import Foundation
import StateRestoration
import Wording

extension ProductPictures {
  /// What the bubble for a caption begins with.
  public func beginCaption(of id: UUID) -> CaptionDraft? {
    guard canChange, let picture = items.first(where: { $0.id == id }) else { return nil }
    if draft.picture != id {
      if draft.isUnfinished { waitingCaptions.append(draft) }
      let place = waitingCaptions.lastIndex { $0.picture == id }
      draft = place.map { waitingCaptions.remove(at: $0) } ?? CaptionDraft()
    }
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
    changed.notify(.list)
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

  /// The bubble has closed: what was typed waits.
  public func leaveCaption() {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if !draft.isUnfinished { draft = CaptionDraft() }
    session.saveNow()
    changed.notify(.list)
  }

  /// Whether a caption was typed for a photo and waits to be resumed.
  public func hasWaitingCaption(_ picture: ProductPicture) -> Bool {
    waitingCaption(of: picture.id).map { $0.typed != picture.caption.text } ?? false
  }

  private func waitingCaption(of id: UUID) -> CaptionDraft? {
    let isWaiting = draft.picture == id && !draft.isOpen && !captionsUnderWay.contains(id)
    let all = isWaiting ? waitingCaptions + [draft] : waitingCaptions
    return all.last { $0.picture == id && $0.isUnfinished }
  }

  /// Gives up a caption that waits. It can be taken back.
  public func discardCaption(of id: UUID) {
    guard let given = waitingCaption(of: id) else { return }
    if let place = waitingCaptions.lastIndex(of: given) { waitingCaptions.remove(at: place) }
    if draft == given { draft = CaptionDraft() }
    session.saveNow()
    changed.notify(.list)
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        // Before one that was begun meanwhile.
        self?.waitingCaptions.insert(given, at: 0)
        self?.session.saveNow()
        self?.changed.notify(.list)
      })
  }

  /// Changes a caption. Returns why it can't be, or nil.
  public func setCaption(_ text: String, of id: UUID) -> String? {
    let (caption, before): (FreeText, FreeText)
    do {
      caption = try FreeText(caption: text)
      before = try FreeText(caption: draft.picture == id ? draft.was : "")
    } catch { return error.sentence }
    captionsUnderWay.insert(id)
    guard let old = show(caption, of: id) else {
      captionsUnderWay.remove(id)
      return tr("The photo is no longer in the catalogue.")
    }
    let base = draft.picture == id ? before : old
    // It is a draft until it is written.
    if draft.picture == id { (draft.isOpen, draft.typed) = (false, text) }
    if caption == old {
      captionIsWritten(text, of: id)
      return nil
    }
    perform { [weak self] store in
      // What could not be written waits.
      defer { self?.captionIsNotUnderWay(id) }
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

  private func captionIsNotUnderWay(_ id: UUID) {
    if captionsUnderWay.remove(id) != nil { changed.notify(.list) }
  }

  private func captionIsWritten(_ text: String, of id: UUID) {
    captionsUnderWay.remove(id)
    waitingCaptions.removeAll { $0.picture == id && $0.typed == text }
    guard draft.picture == id else { return }
    // It may have been begun again meanwhile.
    if draft.isOpen || draft.typed != text { draft.was = text } else { draft = CaptionDraft() }
  }
}

extension CaptionDraft {
  fileprivate var isUnfinished: Bool { picture != nil && typed != was }
}

// SPDX-License-Identifier: Apache-2.0
// What a window says about its product in passing: what was done, with a button that takes it back.

import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductUndoToasts {
  private let detail: ProductDetail
  private let unfinishedEditBar: UnfinishedEditBar
  private weak var window: (any DetailViewDelegate)?

  init(
    _ detail: ProductDetail, _ unfinishedEditBar: UnfinishedEditBar,
    in window: any DetailViewDelegate
  ) {
    (self.detail, self.unfinishedEditBar, self.window) = (detail, unfinishedEditBar, window)
    detail.changed.add(self) { [weak self] in self?.say($0) }
    detail.messages.add(self) { [weak self] in self?.say($0) }
    for offers in [detail.offers, detail.pictures.offers] {
      offers.add(self) { [weak self] in self?.window?.frame.offer($0) }
    }
    detail.notes.changed.add(self) { [weak self] change in
      switch change {
      case .deleted(let note, let draft, let position):
        self?.offer(tr("Note deleted"), tr("Undo", context: "button")) { [weak self] in
          self?.detail.notes.restore(note, with: draft, at: position)
        }
      case .discarded(let draft, let id):
        self?.window?.frame.offerTakingBack { [weak self] in
          self?.detail.takeBack(draft, ofNote: id)
        }
      case .list, .draft, .selection: break
      }
    }
  }

  private func say(_ change: ProductDetail.Change) {
    switch change {
    case .content, .form, .keyboard, .facts, .writing, .tab: break
    case .setAside(let id):
      // A narrow window without a product does not show what stands above one.
      MainLoop.whenIdle { [weak self] in
        guard let self, !unfinishedEditBar.root.isMapped else { return }
        offer(tr("Draft kept"), tr("_Resume", context: "button: go on editing")) { [weak self] in
          self?.window?.resumeNewProduct(id)
        }
      }
    case .discarded(let draft, let id):
      window?.frame.offerTakingBack { [weak self] in self?.detail.takeBack(draft, of: id) }
    case .movedToTrash(let product):
      offer(tr("“%@” moved to the Trash", product.title.text), tr("Undo", context: "button")) {
        [weak self] in
        self?.detail.restore(product.id)
      }
    }
  }

  private func say(_ text: String) { window?.frame.say(text) }

  private func offer(_ text: String, _ button: String, _ action: @escaping @MainActor () -> Void) {
    window?.frame.offer(text, button, action)
  }
}

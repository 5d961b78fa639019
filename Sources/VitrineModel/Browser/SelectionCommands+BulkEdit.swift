// SPDX-License-Identifier: Apache-2.0
// Carrying out what was chosen for several products, as one command. What some of them cannot take
// does not keep the others from it, and is reported with their names.

import Catalog
import Foundation
import Wording

extension SelectionCommands {
  /// Whether the selected products can be edited together.
  public var canEditSeveral: Bool { listed.place != .trash && selected.hasSeveral }

  /// Whether the edit of several products is what the window shows of them.
  public var isEditingSeveral: Bool { canEditSeveral && bulkEdit.isOpen }

  /// Carries out what was chosen in `bulkEdit`, and closes it unless nothing was changed. What is odd is only said.
  ///
  /// - Parameter isAgreed: whether the user knows what is odd.
  public func applyBulkEdit(evenIfOdd isAgreed: Bool = false) {
    guard isEditingSeveral, let adjustments = bulkEdit.adjustments else { return }
    forSelectedInOrder({ tr("Not changed: %@", $0) }) { commands, ids in
      let form = commands.bulkEdit
      // A second press came before the first had closed it.
      guard form.isOpen else { return }
      let store = commands.catalogue.store
      let task = Task { [weak form] in
        if !isAgreed, adjustments.canBeOdd {
          let preview = try await store.preview(ids, applying: adjustments, examples: 0)
          if let sentence = preview.oddSentence { throw OddResults(sentence: sentence) }
        }
        return try await BulkEditResult(
          of: ids, by: adjustments, leavingOutRefused: true, in: store
        ) { done in
          Task { @MainActor in form?.show(done: done, of: ids.count) }
        }
      }
      form.applying = task
      defer { form.applying = nil }
      do {
        let change = try await task.value
        if change.count > 0 { form.close() }
        await commands.report(change)
      } catch let odd as OddResults {
        form.applying = nil
        form.oddities.notify(odd.sentence)
      } catch is CancellationError {
        commands.detail.messages.notify(tr("Cancelled: no product was changed"))
      }
    }
  }

  /// Says what was changed, and offers to take it back.
  func report(_ change: BulkEditResult) async {
    let changed =
      change.count == 0
      ? tr("Nothing to change")
      : tr(
        "1 product changed", "%@ products changed", count: change.count)
    let sentence = [changed, change.refusal].compactMap(\.self).joined(separator: "\n")
    if change.count > 0,
      let offer = await catalogue.commands.offer(.editProduct, sentence, count: change.count)
    {
      offers.notify(offer)
    } else {
      detail.messages.notify(sentence)
    }
  }
}

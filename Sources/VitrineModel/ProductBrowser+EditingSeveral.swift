// Carrying out what was chosen for several products, as one command. What some of them cannot have
// keeps nobody else from it, and is said with their names.

import Catalog
import Foundation
import Wording

extension ProductBrowser {
  /// Whether the selected products can be edited together.
  public var canEditSeveral: Bool { place != .trash && selected.hasSeveral }

  /// Whether the edit of several products is what the window shows of them.
  public var isEditingSeveral: Bool { canEditSeveral && several.isOpen }

  /// Carries out what was chosen in `several`, and closes it unless nothing was changed.
  public func applySeveral() {
    guard isEditingSeveral, let adjustments = several.adjustments else { return }
    forSelectedInOrder({ tr("Not changed: %@", $0) }) { browser, ids in
      let several = browser.several
      guard !several.isApplying else { return }
      several.isApplying = true
      defer { several.isApplying = false }
      let outcome = try await browser.catalogue.store.edit(
        ids, applying: adjustments, leavingOutRefused: true)
      if !outcome.saved.isEmpty { several.close() }
      await browser.report(outcome)
    }
  }

  /// Says what was changed, and offers to take it back.
  func report(_ outcome: BulkEditOutcome) async {
    let count = outcome.saved.count
    let changed =
      count == 0
      ? tr("Nothing to change")
      : tr("1 product changed", "%@ products changed", count: count, written: count.displayText)
    let sentence = [changed, outcome.refusal].compactMap(\.self).joined(separator: "\n")
    if count > 0,
      let offer = await catalogue.commands.offer(.editProduct, sentence, count: count)
    {
      offers.notify(offer)
    } else {
      detail.messages.notify(sentence)
    }
  }
}

extension BulkEditOutcome {
  /// Which products were not changed, and why; nil if there are none.
  fileprivate var refusal: String? {
    if refused.isEmpty { return nil }
    let named = refused.values.map(\.sentence).min() ?? ""
    let others = refused.count - 1
    return others == 0
      ? tr("Not changed: %@", named)
      : tr("Not changed: %@", named) + " "
        + tr("And %@ other.", "And %@ others.", count: others, written: others.displayText)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Products of a backup on their way into today's catalogue: what would become of them is found out first, so that a
// person is asked before a product that is still there changes; then it is one step of undo.

import Catalog
import Foundation
import Wording

@MainActor
public final class PuttingBack {
  /// What was done.
  public enum Outcome: Sendable {
    /// With a way to take it back, unless something else was done since.
    case done(String, UndoOffer?)
    /// Why nothing was done.
    case not(String)
  }

  private let backup, today: OpenCatalogue
  private let stop = Stop()
  private var work: Task<PutBackResult, any Error>?

  init(from backup: OpenCatalogue, into today: OpenCatalogue) {
    (self.backup, self.today) = (backup, today)
  }

  public func plan(_ products: [UUID]) async throws -> PutBackPlan {
    try await today.store.planPuttingBack(products, from: backup.store)
  }

  public func cancel() {
    stop.set()
    work?.cancel()
  }

  /// After what was asked for before it.
  public func putBack(_ products: [UUID], onlyMissing: Bool) async -> Outcome {
    await withCheckedContinuation { answer in
      today.inOrder { [self] in
        answer.resume(returning: await carryOut(products, onlyMissing: onlyMissing))
      }
    }
  }

  private func carryOut(_ products: [UUID], onlyMissing: Bool) async -> Outcome {
    let (store, other, stop) = (today.store, backup.store, stop)
    let work = Task {
      try await store.putBack(products, from: other, onlyMissing: onlyMissing) { _ in
        if stop.isSet { throw CancellationError() }
      }
    }
    self.work = work
    do {
      if stop.isSet { throw CancellationError() }
      let result = try await work.value
      let sentence = result.sentences.joined(separator: " ")
      let offer = await today.commands.offer(
        .putBackProducts, sentence, count: result.returned + result.changed)
      return .done(sentence, offer)
    } catch is CancellationError {
      return .not(tr("Stopped. Nothing was put back."))
    } catch {
      return .not(tr("Not put back: %@", error.sentence))
    }
  }
}

extension PutBackPlan {
  /// Whether anything would change.
  public var isNothing: Bool { missing + inTrash + changed == 0 }

  /// The question before products that are still there change; nil if none would.
  public func question(day: String) -> (title: String, text: String)? {
    guard changed > 0 else { return nil }
    let replaced = tr("What was changed since %@ is replaced. Undo takes that back.", day)
    guard products.count > 1 else {
      return (tr("Replace “%@”?", firstTitle.printable()), replaced)
    }
    let title = tr(
      "Replace 1 Product That Is Still There?", "Replace %@ Products That Are Still There?",
      count: changed)
    let others = missing + inTrash
    if others == 0 { return (title, replaced) }
    let gone = tr(
      "1 other is gone and comes back.", "%@ others are gone and come back.", count: others)
    return (title, gone + " " + replaced)
  }
}

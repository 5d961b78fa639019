// SPDX-License-Identifier: Apache-2.0
// Pictures on their way into the catalogue, one batch after the other: how far they have come, and which
// could not be used. A batch can be cancelled until all of it has been read.

import Catalog
import Foundation
import Wording

@MainActor
public final class AddingPictures {
  /// How far a batch has come.
  public struct Progress: Equatable {
    /// That of the product the pictures are added to; nil if they become products.
    public let title: String?
    public let done: Int
    public let count: Int
    /// A few are added before anybody could read the progress.
    public var isWorthShowing: Bool { count > 3 }
  }

  public let changed = Observers<Void>()
  public private(set) var progress: Progress?
  /// Why some of the last batch were not added, a sentence for each.
  public private(set) var problems: [String] = []
  private let catalogue: OpenCatalogue
  private var current: Task<Void, Never>?
  private var lastBatch: Task<Void, Never>?

  init(_ catalogue: OpenCatalogue) { self.catalogue = catalogue }

  /// Adds a batch after those before it.
  /// - Parameters:
  ///   - isRemembered: with its window: if the program ends meanwhile, the next one goes on with it.
  ///   - work: reads the pictures and stores them; calls what it is given with how many were read.
  ///   - done: called in any case.
  func add<Added: Sendable>(
    _ count: Int, to title: String? = nil, isRemembered: Bool,
    by work: @escaping @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Added,
    done: @escaping @MainActor (Result<Added, any Error>) async -> Void
  ) {
    dismissProblems()
    let before = lastBatch
    let id = UUID()
    // A window that has closed meanwhile does not come back by itself.
    catalogue.batchesUnderWay[id] = { [weak self] in isRemembered && self != nil }
    lastBatch = Task { [catalogue, weak self] in
      await before?.value
      let batch = Task { [weak self] in
        let outcome: Result<Added, any Error>
        do {
          let added = try await work { [weak self] read in
            Task { @MainActor [weak self] in
              self?.show(Progress(title: title, done: read, count: count))
            }
          }
          outcome = .success(added)
        } catch { outcome = .failure(error) }
        self?.end()
        await done(outcome)
      }
      self?.current = batch
      self?.show(Progress(title: title, done: 0, count: count))
      await batch.value
      catalogue.batchesUnderWay[id] = nil
    }
  }

  /// Stops adding; nothing of the batch is added.
  public func cancel() { current?.cancel() }

  public func dismissProblems() { name([]) }

  /// Says which of the last batch were not added.
  func name(_ refused: [RefusedPicture]) {
    guard !refused.isEmpty || !problems.isEmpty else { return }
    problems = refused.map(\.sentence)
    changed.notify(())
  }

  private func end() {
    (current, progress) = (nil, nil)
    changed.notify(())
  }

  private func show(_ progress: Progress) {
    // Reports may come after the end.
    guard current != nil, progress.done == 0 || progress.done > self.progress?.done ?? 0 else {
      return
    }
    self.progress = progress
    changed.notify(())
  }
}

extension OpenCatalogue {
  /// For a batch whose window has closed: another window says what went wrong with it.
  func sayWhatWasNotAdded(_ outcome: Result<[RefusedPicture], any Error>) {
    switch outcome {
    case .success(let refused):
      guard let first = refused.first else { return }
      let count = tr(
        "1 photo was not added", "%@ photos were not added", count: refused.count)
      notices.notify((count + "\n" + first.sentence).withOthers(refused.count - 1))
    case .failure(is CancellationError): break
    case .failure(let error): notices.notify(tr("Not added: %@", error.sentence))
    }
  }
}

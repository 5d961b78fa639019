// Commands on the catalogue that any window can give: undo and redo of whatever was done last, in
// whichever window or process, and emptying the trash. What undo would undo is known beforehand, so
// that the menu can name it.

import Catalog
import Foundation
import Wording

@MainActor
public final class CatalogueCommands {
  /// What can be undone or redone is another command now.
  public let changed = Observers<Void>()
  /// What was done, or why it was not, in words.
  public let messages = Observers<String>()
  /// What Undo would undo.
  public private(set) var undoable: CatalogCommand?
  /// What Redo would do again.
  public private(set) var redoable: CatalogCommand?

  private let store: CatalogStore
  private var isReading = false
  private var isStale = false
  private var lastStep: Task<Void, Never>?

  init(_ store: CatalogStore, changes: Observers<CatalogChange>) {
    self.store = store
    changes.add(self) { [weak self] _ in self?.reload() }
    reload()
  }

  public func undo() {
    step(tr("Nothing to undo"), { try await $0.undo() }) { tr("Undone: %@", $0) }
  }

  public func redo() {
    step(tr("Nothing to redo"), { try await $0.redo() }) { tr("Redone: %@", $0) }
  }

  public func emptyTrash() {
    Task { [store, messages] in
      do {
        let count = try await store.emptyTrash()
        if count > 0 {
          messages.notify(
            tr("1 product deleted for ever", "%@ products deleted for ever", count: count))
        }
      } catch {
        messages.notify(tr("The trash could not be emptied. %@", error.sentence))
      }
    }
  }

  // One after the other: two quick presses mean two steps.
  private func step(
    _ nothing: String, _ work: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?,
    done: @escaping (String) -> String
  ) {
    let before = lastStep
    lastStep = Task { [store, messages] in
      await before?.value
      do {
        let command = try await work(store)
        messages.notify(command.map { done($0.name) } ?? nothing)
      } catch {
        messages.notify(tr("Not done: %@", error.sentence))
      }
    }
  }

  // One reading at a time: many changes may come while it lasts.
  private func reload() {
    isStale = true
    guard !isReading else { return }
    isReading = true
    Task { [weak self, store] in
      while self?.beginReading() == true {
        // What can't be read now is read at the next change.
        if let history = try? await store.history() { self?.show(history) }
      }
    }
  }

  private func beginReading() -> Bool {
    isReading = isStale
    isStale = false
    return isReading
  }

  private func show(_ history: CommandHistory) {
    guard history.undoable.first != undoable || history.redoable.first != redoable else { return }
    (undoable, redoable) = (history.undoable.first, history.redoable.first)
    changed.notify(())
  }
}

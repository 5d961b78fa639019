// SPDX-License-Identifier: Apache-2.0
// Commands on the catalogue that every window offers: undo and redo of the last command, whichever
// window or process it came from, and emptying the trash. What undo would undo is known beforehand,
// so that the menu can name it.

import Catalog
import Foundation
import Wording

@MainActor
public final class CatalogueCommands {
  /// The command to undo or redo has changed.
  public let changed = Observers<Void>()
  /// What was done, or why it was not, as a sentence.
  public let messages = Observers<String>()
  /// What Undo would undo.
  public private(set) var undoable: CatalogCommand?
  /// What Redo would redo.
  public private(set) var redoable: CatalogCommand?

  private let store: CatalogStore
  private let reading: Rereading<NextCommands>
  private let inOrder: CommandsInOrder

  init(
    _ store: CatalogStore, _ inOrder: CommandsInOrder, changes: Observers<CatalogChange>
  ) {
    (self.store, self.inOrder) = (store, inOrder)
    reading = Rereading { try await store.nextCommands() }
    reading.values.add(self) { [weak self] in self?.show($0) }
    changes.add(self) { [weak self] _ in self?.reading.again() }
    reading.again()
  }

  public func undo() {
    step(tr("Nothing to undo"), { try await $0.undo() }) { tr("Undone: %@", $0) }
  }

  public func redo() {
    step(tr("Nothing to redo"), { try await $0.redo() }) { tr("Redone: %@", $0) }
  }

  /// Undoes these commands, the newest first, as long as each is the last one done.
  public func undo(_ commands: [CatalogCommand]) {
    if commands.isEmpty { return undo() }
    steps(commands, { try await $0.undo() }, back: { try await $0.redo() }) { made in
      made.count == 1
        ? tr("Undone: %@", made[0].name)
        : tr(
          "%@ step undone", "%@ steps undone", count: made.count)
    }
  }

  /// Redoes these commands, the oldest first, as long as each is the last one undone.
  public func redo(_ commands: [CatalogCommand]) {
    if commands.isEmpty { return redo() }
    steps(commands, { try await $0.redo() }, back: { try await $0.undo() }) { made in
      made.count == 1
        ? tr("Redone: %@", made[0].name)
        : tr(
          "%@ step redone", "%@ steps redone", count: made.count)
    }
  }

  /// Takes back an import alone: what was edited since stays.
  public func takeBack(_ command: CatalogCommand) {
    inOrder.perform { [store, messages] in
      do {
        let result = try await store.takeBack(command)
        messages.notify(result?.sentence ?? tr("Not done: the history has changed."))
      } catch {
        messages.notify(tr("Not done: %@", error.sentence))
      }
    }
  }

  /// What takes back a command that was just done here; nil if something else was done since, perhaps by
  /// another process.
  /// - Parameter count: how many products it was about.
  func offer(
    _ kind: CatalogCommand.Kind, _ sentence: String, count: Int = 1
  ) async -> UndoOffer? {
    guard let command = try? await store.nextCommands().undoable, command.kind == kind,
      command.count == count
    else { return nil }
    return UndoOffer(sentence: sentence) { [weak self] in self?.undo([command]) }
  }

  public func emptyTrash() {
    inOrder.perform { [store, messages] in
      do {
        let count = try await store.emptyTrash()
        if count > 0 {
          messages.notify(
            tr("1 product permanently deleted", "%@ products permanently deleted", count: count))
        }
      } catch {
        messages.notify(tr("The trash could not be emptied. %@", error.sentence))
      }
    }
  }

  private func step(
    _ nothing: String, _ work: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?,
    done: @escaping (String) -> String
  ) {
    inOrder.perform { [store, messages] in
      do {
        let command = try await work(store)
        messages.notify(command.map { done($0.name) } ?? nothing)
      } catch {
        messages.notify(tr("Not done: %@", error.sentence))
      }
    }
  }

  // Each is a step of its own, so that redo takes them back one by one. Stops where the history is not
  // what it was when the user chose, because another window or process has changed it.
  private func steps(
    _ commands: [CatalogCommand],
    _ work: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?,
    back: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?,
    done: @escaping ([CatalogCommand]) -> String
  ) {
    inOrder.perform { [store, messages] in
      var made: [CatalogCommand] = []
      let soFar = { made.isEmpty ? "" : done(made) + " " }
      do {
        for command in commands {
          let next = try await work(store)
          guard next == command else {
            if next != nil { _ = try await back(store) }
            messages.notify(
              made.isEmpty
                ? tr("Not done: the history has changed.")
                : soFar() + tr("The rest was not done: the history has changed."))
            return
          }
          made.append(command)
        }
        messages.notify(done(made))
      } catch {
        messages.notify(soFar() + tr("Not done: %@", error.sentence))
      }
    }
  }

  private func show(_ next: NextCommands) {
    guard (next.undoable, next.redoable) != (undoable, redoable) else { return }
    (undoable, redoable) = (next.undoable, next.redoable)
    changed.notify(())
  }
}

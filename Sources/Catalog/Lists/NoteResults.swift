// SPDX-License-Identifier: Apache-2.0
// A live list of the notes of the whole catalogue, newest first, however many. It holds their order,
// eight bytes each, and the items that were shown recently. Whenever notes may have changed the order
// is read again, away from the main thread, and what differs is reported.

import Foundation

/// All notes, or those that fit a search, kept up to date until it is released.
@MainActor
public final class NoteResults {
  public enum Change: Sendable {
    /// Items were inserted, removed or moved, to be applied in order; the list is already updated.
    case items([ListChange])
    /// The content of items has changed or become available.
    case content
    /// The notes can't be read.
    case failed(any Error)
  }

  public private(set) var searchText: String
  /// Whether all notes that fit are listed, so that no items means no notes; until then there may be more.
  public private(set) var isComplete = false
  private let onChange: @MainActor (Change) -> Void
  private let database: Database
  private lazy var pages = ItemPages(Self.reading(searchText, database)) { [weak self] error in
    self?.onChange(error.map { .failed($0) } ?? .content)
  }
  private var subscription: Subscription?
  /// The row numbers of notes that are looked for.
  private var located: [UUID: Int64] = [:]
  private var toLocate: [UUID]
  private var worker: Task<Void, Never>?
  /// Whether the newest notes that fit are found first, as the rest takes longer.
  private var needsBeginning = true
  private var isStale = false
  /// Counts the searches: results of older ones are dropped.
  private var number = 0

  /// If more differs, all of it is replaced: each range costs a view some time.
  private nonisolated static let mostChanges = 200
  /// How many notes are looked at for the beginning.
  private nonisolated static let beginning = 500

  /// The positions of the notes `locating` are known as soon as the list is.
  init(
    _ searchText: String, locating: [UUID], in database: Database,
    onChange: @escaping @MainActor (Change) -> Void
  ) {
    self.searchText = searchText
    self.database = database
    self.onChange = onChange
    toLocate = locating
    subscription = database.observers.listen { [weak self] change in
      guard change.touches([.notes, .title]) else { return }
      Task { @MainActor [weak self] in self?.readAgain() }
    }
    work()
  }

  deinit { worker?.cancel() }

  public var count: Int { pages.order.count }

  /// The note at a position; nil while it is being read, and past the end.
  public func item(at position: Int) -> ListedNote? { pages.item(at: position) }

  /// The position of a note that was shown or located; nil if it is not in the list.
  public func position(of id: UUID) -> Int? {
    (pages.cache.key(of: id) ?? located[id]).flatMap(pages.order.position)
  }

  /// Lists what fits another search. Work for the last one is cancelled; its items stay until the new
  /// ones are found.
  public func show(_ searchText: String) {
    guard searchText != self.searchText else { return }
    self.searchText = searchText
    number += 1
    worker?.cancel()
    worker = nil
    isComplete = false
    (needsBeginning, isStale) = (true, false)
    work()
  }

  /// Reads the list again, as after a failure.
  public func readAgain() {
    isStale = true
    work()
  }

  private func work() {
    guard worker == nil else { return }
    let number = number
    worker = Task { [weak self, database] in
      while let job = self?.nextJob(number) {
        do {
          let found = try await database.read { try job.run($0) }
          self?.finish(found, number)
        } catch {
          self?.fail(error, number)
        }
      }
    }
  }

  private struct Job: Sendable {
    let text: String
    let order: RowOrder
    let toLocate: [UUID]
    let isForBeginning: Bool

    struct Outcome: Sendable {
      let order: RowOrder
      let isComplete: Bool
      let changes: [ListChange]
      let located: [UUID: Int64]
    }

    func run(_ connection: Connection) throws -> Outcome {
      let finder = NoteFinder(connection: connection)
      let (new, isComplete) = try finder.order(
        for: text, lookingAtMost: isForBeginning ? NoteResults.beginning : .max)
      var changes = order.changes(to: new)
      if changes.count > NoteResults.mostChanges {
        changes = [
          ListChange(at: 0, removed: order.count, added: 0),
          ListChange(at: 0, removed: 0, added: new.count),
        ]
      }
      var located: [UUID: Int64] = [:]
      for id in toLocate { located[id] = try finder.key(of: id) }
      return Outcome(order: new, isComplete: isComplete, changes: changes, located: located)
    }
  }

  private func nextJob(_ number: Int) -> Job? {
    guard number == self.number else { return nil }
    guard needsBeginning || isStale else {
      worker = nil
      return nil
    }
    defer { if needsBeginning { needsBeginning = false } else { isStale = false } }
    return Job(
      text: searchText, order: pages.order, toLocate: toLocate, isForBeginning: needsBeginning)
  }

  private func finish(_ found: Job.Outcome, _ number: Int) {
    guard number == self.number else { return }
    located.merge(found.located) { $1 }
    toLocate = []
    pages.order = found.order
    isComplete = found.isComplete
    if !isComplete { isStale = true }
    pages.age(reading: Self.reading(searchText, database))
    onChange(.items(found.changes))
    onChange(.content)
  }

  private func fail(_ error: any Error, _ number: Int) {
    if number == self.number { onChange(.failed(error)) }
  }

  private static func reading(
    _ text: String, _ database: Database
  ) -> ItemPages<ListedNote>.Reading {
    { keys in
      try await database.read { try NoteFinder(connection: $0).items(keys, for: text) }
    }
  }
}

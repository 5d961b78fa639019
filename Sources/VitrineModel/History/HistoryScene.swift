// SPDX-License-Identifier: Apache-2.0
// The model of the History window: every step of undo and redo, newest first, those that were undone
// on top. It follows the catalogue, whichever window or process changes it. The list may be long, so
// the view learns what changed and not the whole list.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class HistoryScene {
  public enum Change: Equatable {
    /// These steps were replaced; the others are the same, though some may be undone now.
    case steps(at: Int, removed: Int, added: Int)
    /// Whether the history could be read.
    case failure
    /// What some steps are about is known now.
    case words
  }

  public let changed = Observers<Change>()
  /// Newest first.
  public private(set) var steps: [CatalogCommand] = []
  /// How many steps at the beginning of `steps` are undone.
  public private(set) var undoneCount = 0
  /// How many older steps were forgotten.
  public private(set) var forgotten = 0
  /// Why the history can't be read, as a sentence.
  public private(set) var failure: String?
  public private(set) var isLoaded = false
  private let catalogue: OpenCatalogue
  /// The number of the selected step: its place changes with every command.
  @SceneStorage private var selectedNumber: Int?
  private let reading: Rereading<Result<CommandHistory, any Error>>

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.catalogue = catalogue
    reading = Rereading { [store = catalogue.store] in
      do { return .success(try await store.history()) } catch { return .failure(error) }
    }
    _selectedNumber = SceneStorage(wrappedValue: nil, SceneKey.historySelection, in: session)
    session.activity = UserActivity(titled: .history)
    reading.values.add(self) { [weak self] in self?.show($0) }
    catalogue.changes.add(self) { [weak self] _ in self?.reload() }
    reload()
  }

  // MARK: Reading

  public func reload() { reading.again() }

  private func show(_ result: Result<CommandHistory, any Error>) {
    switch result {
    case .success(let history):
      let new = history.redoable.reversed() + history.undoable
      let old = steps
      steps = new
      undoneCount = history.redoable.count
      forgotten = history.forgotten
      (isLoaded, failure) = (true, nil)
      changed.notify(Self.difference(from: old, to: new))
    case .failure(let error):
      failure = error.sentence
      changed.notify(.failure)
    }
  }

  /// Commands come and go at the beginning, and are forgotten at the end.
  static func difference(from old: [CatalogCommand], to new: [CatalogCommand]) -> Change {
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var end = 0
    while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return .steps(at: start, removed: old.count - start - end, added: new.count - start - end)
  }

  // MARK: Words

  private var details: [Int: StepDetail] = [:]
  /// The numbers of steps that are on the screen and of which nothing is known yet.
  private var wanted: Set<Int> = []
  private var isReadingDetails = false

  /// What a step did: its name, and soon with what it is about.
  public func sentence(_ position: Int) -> String {
    let step = steps[position]
    if details[step.number] == nil { want(step.number) }
    return step.sentence(details[step.number], fields: FormField.inForm(catalogue.fields.all))
  }

  private func want(_ number: Int) {
    wanted.insert(number)
    guard !isReadingDetails else { return }
    isReadingDetails = true
    Task { [weak self] in await self?.readDetails() }
  }

  private func readDetails() async {
    while !wanted.isEmpty {
      let some = wanted
      wanted = []
      let read = try? await catalogue.store.details(ofSteps: some)
      for number in some { details[number] = read?[number] ?? StepDetail() }
      changed.notify(.words)
    }
    isReadingDetails = false
  }

  /// The day of a step that is the first of its day in the list.
  public func day(of position: Int) -> String? {
    let moment = steps[position].moment
    if position > 0,
      Calendar.current.isDate(moment, inSameDayAs: steps[position - 1].moment)
    {
      return nil
    }
    return moment.dayText
  }

  // MARK: Steps

  public func isUndone(_ position: Int) -> Bool { position < undoneCount }

  /// A name for a step that stays the same wherever it is in the list.
  public func name(of position: Int) -> String { String(steps[position].number) }

  /// The place of the step with this name.
  public func position(named name: String) -> Int? {
    steps.firstIndex { String($0.number) == name }
  }

  /// The step that Undo or Redo would go to.
  public var selection: Int? {
    get {
      guard let selectedNumber else { return nil }
      return steps.firstIndex { $0.number == selectedNumber }
    }
    set {
      let number = newValue.map { steps[$0].number }
      if number != selectedNumber { selectedNumber = number }
    }
  }

  /// The steps to undo so that the selected one is undone; without a selection, the last one done.
  public var stepsToUndo: [CatalogCommand] {
    let last = selection ?? undoneCount
    guard last >= undoneCount, last < steps.count else { return [] }
    return Array(steps[undoneCount...last])
  }

  /// The steps to redo so that the selected one is redone; without a selection, the last one undone.
  public var stepsToRedo: [CatalogCommand] {
    let last = selection ?? undoneCount - 1
    guard last >= 0, last < undoneCount else { return [] }
    return steps[last..<undoneCount].reversed()
  }

  /// Whether a step is one of several that Undo or Redo would go through now.
  public func isInTheWay(_ position: Int) -> Bool {
    guard let selection else { return false }
    return selection >= undoneCount
      ? selection > undoneCount && (undoneCount...selection).contains(position)
      : selection < undoneCount - 1 && (selection..<undoneCount).contains(position)
  }

  public func undo() { catalogue.commands.undo(stepsToUndo) }
  public func redo() { catalogue.commands.redo(stepsToRedo) }
}

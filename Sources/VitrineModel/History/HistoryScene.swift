// SPDX-License-Identifier: Apache-2.0
// The model of the History window: every step of undo and redo, newest first, those that were undone
// on top, and a search in what they did. It follows the catalogue, whichever window or process changes it.
// The list may be long, so the view learns what changed and not the whole list, and a search reads on
// while it shows what it has found.

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
  /// Those that are listed, newest first. A search lists what it finds, and what would be undone or redone with the
  /// selected step: nobody goes through steps that can't be seen.
  public private(set) var steps: [CatalogCommand] = []
  /// All of them, newest first.
  private var all: [CatalogCommand] = []
  /// The place of each in `all`, by its number.
  private var places: [Int: Int] = [:]
  /// How many steps at the beginning of all are undone.
  public private(set) var undoneCount = 0
  /// How many older steps were forgotten.
  public private(set) var forgotten = 0
  /// Why the history can't be read, as a sentence.
  public private(set) var failure: String?
  public private(set) var isLoaded = false
  private let catalogue: OpenCatalogue
  private let sentences: StepSentences
  /// The number of the selected step: its place changes with every command.
  @SceneStorage private var selectedNumber: Int?
  @SceneStorage private var searched: String
  private let reading: Rereading<Result<CommandHistory, any Error>>

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.catalogue = catalogue
    sentences = StepSentences(catalogue)
    reading = Rereading { [store = catalogue.store] in
      do { return .success(try await store.history()) } catch { return .failure(error) }
    }
    _selectedNumber = SceneStorage(wrappedValue: nil, SceneKey.historySelection, in: session)
    _searched = SceneStorage(wrappedValue: "", SceneKey.historySearch, in: session)
    session.activity = UserActivity(titled: .history)
    reading.values.add(self) { [weak self] in self?.show($0) }
    sentences.changed.add(self) { [weak self] in self?.changed.notify(.words) }
    catalogue.changes.add(self) { [weak self] _ in self?.reload() }
    // The sentences have other words then.
    catalogue.fields.changed.add(self) { [weak self] in
      self?.lookedAt = []
      self?.find()
    }
    reload()
  }

  // MARK: Reading

  public func reload() { reading.again() }

  private func show(_ result: Result<CommandHistory, any Error>) {
    switch result {
    case .success(let history):
      all = history.redoable.reversed() + history.undoable
      places = Dictionary(zip(all.map(\.number), all.indices)) { first, _ in first }
      undoneCount = history.redoable.count
      forgotten = history.forgotten
      (isLoaded, failure) = (true, nil)
      list()
      find()
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

  /// Lists what is to be listed now.
  private func list() {
    let old = steps
    let way = way
    steps =
      searched.isEmpty
      ? all
      : all.enumerated().filter { found.contains($1.number) || way?.contains($0) == true }
        .map(\.element)
    changed.notify(Self.difference(from: old, to: steps))
  }

  // MARK: Search

  /// The numbers of the steps that the search has found, and of those it has looked at.
  private var found: Set<Int> = []
  private var lookedAt: Set<Int> = []
  private var finding: Task<Void, Never>?

  public var search: String {
    get { searched }
    set {
      guard newValue != searched else { return }
      searched = newValue
      (found, lookedAt) = ([], [])
      // What was selected may not be what is looked for.
      selectedNumber = nil
      list()
      find()
    }
  }

  /// Whether the search is still looking through older steps.
  public var isSearching: Bool { finding != nil }

  /// So many are looked at before the list shows what was found of them.
  private static let someSteps = 500

  /// Looks at the steps that the search has not looked at yet, newest first.
  private func find() {
    finding?.cancel()
    finding = nil
    let (search, new) = (searched, all.filter { !lookedAt.contains($0.number) })
    guard !search.isEmpty, !new.isEmpty else { return }
    finding = Task { [weak self, sentences] in
      for start in stride(from: 0, to: new.count, by: Self.someSteps) {
        let some = Array(new[start..<min(start + Self.someSteps, new.count)])
        let fitting = await sentences.numbers(of: some, fitting: search)
        guard !Task.isCancelled else { return }
        self?.show(fitting, of: some)
      }
      self?.finding = nil
      self?.list()
    }
  }

  private func show(_ fitting: Set<Int>, of some: [CatalogCommand]) {
    lookedAt.formUnion(some.lazy.map(\.number))
    guard !fitting.isEmpty else { return }
    found.formUnion(fitting)
    list()
  }

  // MARK: Words

  /// What a step did: its name, and soon with what it is about.
  public func sentence(_ position: Int) -> String { sentences.sentence(of: steps[position]) }

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

  public func isUndone(_ position: Int) -> Bool {
    places[steps[position].number].map { $0 < undoneCount } ?? false
  }

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
      guard number != selectedNumber else { return }
      selectedNumber = number
      // What is on the way to it comes into the list, when the list is done with the selection.
      if !searched.isEmpty { Task { [weak self] in self?.list() } }
    }
  }

  /// The steps to undo so that the selected one is undone; without a selection, the last one done, unless a
  /// search may hide it.
  public var stepsToUndo: [CatalogCommand] {
    if let selected { return selected < undoneCount ? [] : Array(all[undoneCount...selected]) }
    return undoneCount < all.count && searched.isEmpty ? [all[undoneCount]] : []
  }

  /// The steps to redo so that the selected one is redone; without a selection, the last one
  /// undone, unless a search may hide it.
  public var stepsToRedo: [CatalogCommand] {
    if let selected { return selected < undoneCount ? all[selected..<undoneCount].reversed() : [] }
    return undoneCount > 0 && searched.isEmpty ? [all[undoneCount - 1]] : []
  }

  /// The selected import, if other commands were done since, which undo would take back first.
  public var importToTakeBack: CatalogCommand? {
    guard let selected, selected > undoneCount, all[selected].kind == .importProducts else {
      return nil
    }
    return all[selected]
  }

  private var selected: Int? { selectedNumber.flatMap { places[$0] } }

  /// The places of the steps that lie between now and the selected one, which is one of them.
  private var way: Range<Int>? {
    selected.map { $0 < undoneCount ? $0..<undoneCount : undoneCount..<($0 + 1) }
  }

  /// Whether a step is one of several that Undo or Redo would go through now.
  public func isInTheWay(_ position: Int) -> Bool {
    guard let way, way.count > 1, let place = places[steps[position].number]
    else { return false }
    return way.contains(place)
  }

  public func undo() { catalogue.commands.undo(stepsToUndo) }
  public func redo() { catalogue.commands.redo(stepsToRedo) }

  /// Takes back the selected import alone.
  public func takeBack() {
    if let command = importToTakeBack { catalogue.commands.takeBack(command) }
  }
}

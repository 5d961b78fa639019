// SPDX-License-Identifier: Apache-2.0
// The model of the window in which a list of another program is imported. It is read and compared beside the main
// thread, again after each decision and after each change of the catalogue: what is imported is what is shown.

import Catalog
import Exchange
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ImportScene {
  public enum Change {
    /// What is known of the list, or that nothing is.
    case content
    /// How far the work has come.
    case progress
    /// Other rows are listed.
    case list
    /// Rows are taken, or not.
    case taken
    /// Another row is looked at.
    case row
    /// Another column is looked at.
    case column
  }

  public enum Work {
    case preparing, importing
  }

  /// Where the list comes from, as far as the person said it.
  public enum Origin: String, Sendable {
    case undecided = "", none, source
    /// From a new source, whose name is being typed.
    case unnamed
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  /// What was imported; nil instead of an offer if it can't be taken back here.
  public let imported = Observers<(sentence: String, offer: UndoOffer?)>()
  /// Nil until the list was read for the first time, or at least its beginning.
  public internal(set) var prepared: PreparedImport?
  /// Why the list can't be read, as a sentence.
  public private(set) var failure: String?
  /// Whether the file is not where it was.
  public private(set) var isMissing = false
  /// What is going on; the list can't be imported meanwhile.
  public private(set) var work: Work? = .preparing
  public private(set) var progress: WorkProgress?
  /// Of rows, by their outcomes.
  var exceptionCounts: [PlannedRow.Outcome: Int] = [:]
  var exceptions: Set<RowID> = []
  @SceneStorage var state: ImportState
  @SceneStorage private var pasted: String
  @SceneStorage var draft: CellDraft
  let catalogue: OpenCatalogue
  private let session: SceneSession
  private var task: Task<Void, Never>?
  private let stop = Stop()
  /// Which preparation counts.
  private var turn = 0
  /// Whether the catalogue has changed since it was compared.
  private var isOutdated = false
  /// Whether a person stopped the reading, which then nothing but a person begins anew.
  private var isStopped = false

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    (self.catalogue, self.session) = (catalogue, session)
    _state = SceneStorage(wrappedValue: ImportState(), SceneKey.importState, in: session)
    _pasted = SceneStorage(wrappedValue: "", SceneKey.pastedCells, in: session)
    _draft = SceneStorage(wrappedValue: CellDraft(), SceneKey.cellDraft, in: session)
    exceptions = Set(state.exceptions)
    showName()
    catalogue.changes.add(self) { [weak self] change in
      if change.productIDs.map({ !$0.isEmpty }) ?? true { self?.catalogueChanged() }
    }
    catalogue.fields.changed.add(self) { [weak self] _ in self?.catalogueChanged() }
    reload()
  }

  /// What is being compared is compared to its end first: changes may come one after the other.
  private func catalogueChanged() {
    if isStopped { return }
    if work == nil { reload() } else { isOutdated = true }
  }

  deinit {
    task?.cancel()
    stop.set()
    if let prepared { Task.detached { withExtendedLifetime(prepared) {} } }
  }

  /// Makes a new window one for a file.
  /// - Parameter source: where it comes from, if that is known.
  public static func fill(
    _ session: SceneSession, importing file: URL, from source: String? = nil
  ) {
    var state = ImportState()
    state.path = file.path
    if let source { (state.origin, state.source) = (Origin.source.rawValue, source) }
    session.set(state, for: SceneKey.importState)
  }

  /// Makes a new window one for cells that were copied in a spreadsheet.
  public static func fill(_ session: SceneSession, pasting cells: String) {
    session.set(cells, for: SceneKey.pastedCells)
  }

  // MARK: The list

  public var path: String { state.path }
  public var isPasted: Bool { state.path.isEmpty }

  /// What the list is called.
  public var name: String {
    isPasted
      ? tr("Pasted Cells") : URL(fileURLWithPath: state.path).lastPathComponent.printable()
  }

  private func showName() { session.activity = UserActivity(.importing, title: name) }

  /// Reads another file, with the same decisions.
  public func choose(_ file: URL) {
    state.path = file.path
    showName()
    reload()
  }

  /// As wide as the side with the columns is.
  public var sideWidth: Int {
    get { state.sideWidth }
    set { if newValue != state.sideWidth, newValue > 0 { state.sideWidth = newValue } }
  }

  /// Whether the rows are shown where there is room for one side.
  public var showsResult: Bool {
    get { state.showsResult }
    set { if newValue != state.showsResult { state.showsResult = newValue } }
  }

  /// Forgets what was decided, which may be why the list can't be read.
  public func beginAnew() {
    var new = ImportState()
    new.path = state.path
    state = new
    exceptions = []
    reload()
  }

  private var input: ImportInput {
    var input = ImportInput(path: state.path, pasted: isPasted ? pasted : nil)
    input.reading.format = ForeignFormat(rawValue: state.format)
    if !state.delimiter.isEmpty { input.reading.delimiter = state.delimiter }
    if !state.encoding.isEmpty { input.reading.encoding = TextEncoding(state.encoding) }
    input.choices = state.choices
    input.exceptions.rows = exceptions
    input.exceptions.untaken = Set(state.untaken.compactMap { PlannedRow.Outcome(rawValue: $0) })
    for (row, texts) in state.corrections { RowID(row).map { input.corrections[$0] = texts } }
    input.source = sourceChoice
    input.isSourceOpen = origin == .undecided
    return input
  }

  /// Reads and compares it anew.
  public func reload() {
    task?.cancel()
    turn += 1
    (isOutdated, isStopped) = (false, false)
    let (turn, input, store) = (turn, input, catalogue.store)
    let report = throttled { [weak self] progress in
      if self?.turn == turn, self?.work == .preparing { self?.show(progress) }
    }
    let showBeginning: @Sendable (PreparedImport) -> Void = { [weak self] beginning in
      Task { @MainActor in
        if self?.turn == turn, self?.work == .preparing { self?.show(beginning) }
      }
    }
    let wanted = showsBeginning ? showBeginning : nil
    begin(.preparing)
    task = Task { [weak self] in
      let preparing = Task.detached(priority: .userInitiated) {
        try await PreparedImport.prepare(input, with: store, showBeginning: wanted) {
          report($0.rows, $0.fraction)
        }
      }
      let result = await withTaskCancellationHandler {
        await preparing.result
      } onCancel: {
        preparing.cancel()
      }
      guard let self, self.turn == turn else { return }
      show(result)
    }
  }

  /// Stops reading: what was shown before stays, and can't be imported.
  public func cancel() {
    guard work == .preparing else { return stop.set() }
    task?.cancel()
    turn += 1
    (isOutdated, isStopped) = (false, true)
    show(.failure(CancellationError()))
  }

  private func show(_ result: Result<PreparedImport, any Error>) {
    work = nil
    progress = nil
    // Its place is that of the whole list.
    if case .failure = result, isBeginningShown { prepared = nil }
    switch result {
    case .success(let new):
      replace(new)
      (failure, isMissing) = (nil, false)
      forgetRowsOfAnotherFile()
    case .failure(is CancellationError):
      failure = tr("Reading the list was stopped.")
      isMissing = false
    case .failure(let error):
      failure = error.sentence
      isMissing = (error as? ForeignFileError)?.problem == .missing
    }
    changed.notify(.content)
    if isOutdated { reload() }
  }

  /// Whether only the first rows of a long list are shown, while the rest is read: nothing is asked, and nothing can be imported.
  public var isBeginningShown: Bool { prepared?.isBeginning ?? false }

  /// Whether a beginning would not take away what was shown, or what comes back.
  private var showsBeginning: Bool {
    isBeginningShown || prepared == nil && state.version.isEmpty
  }

  private func show(_ beginning: PreparedImport) {
    replace(beginning)
    changed.notify(.content)
  }

  /// Rows have numbers, which may be those of others in a file that was saved anew.
  private func forgetRowsOfAnotherFile() {
    guard let version = prepared?.version, version != state.version else { return }
    let isOther = !state.version.isEmpty
    state.version = version
    guard isOther else { return }
    if forgetDecisions() { isOutdated = true }
    guard !state.corrections.isEmpty || !exceptions.isEmpty else { return }
    (state.corrections, state.exceptions, exceptions) = ([:], [], [])
    messages.notify(
      tr(
        "The file has changed: corrected cells are as it has them, and no row is left out by itself."
      ))
    isOutdated = true
  }

  private func replace(_ new: PreparedImport) {
    let old = prepared
    prepared = new
    if let old { Task.detached { withExtendedLifetime(old) {} } }
    countExceptions()
    lookAtQuestion()
  }

  private func begin(_ new: Work) {
    work = new
    progress = nil
    stop.unset()
    changed.notify(.progress)
  }

  private func show(_ new: WorkProgress) {
    progress = new
    changed.notify(.progress)
  }

  /// Passes on, at most ten times in a second, how far work has come.
  private func throttled(
    _ show: @escaping @MainActor (WorkProgress) -> Void
  ) -> @Sendable (Int, Double?) -> Void {
    let pace = Pace()
    return { rows, fraction in
      guard let progress = pace.progress(rows, fraction) else { return }
      Task { @MainActor in show(progress) }
    }
  }

  // MARK: Importing

  /// Whether everything is decided, and something would change.
  public var canImport: Bool {
    guard work == nil, failure == nil, prepared != nil, !catalogue.store.isReadOnly else {
      return false
    }
    guard openQuestions == 0 else { return false }
    // A list is remembered with its source although nothing of it is new.
    return source != nil || takenCount(.new) + takenCount(.changed) > 0
  }

  /// Imports what is taken, as one command.
  public func carryOut() {
    guard canImport, let prepared else { return }
    begin(.importing)
    let (taken, stop, name, refused) = (taken, stop, name, count(.refused))
    let (supplier, watches) = (source, canWatch ? watches : nil)
    let file = WatchedFile(path: path, version: prepared.version)
    let report = throttled { [weak self] in self?.show($0) }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        let source = try await Task.detached(priority: .userInitiated) {
          try prepared.plan.source(read: prepared.reading, of: taken).0
        }.value
        let result = try await catalogue.store.importProducts(from: source, isUpdating: true) {
          if stop.isSet { throw CancellationError() }
          report($0.products, $0.fraction)
        }
        if let supplier, let watches {
          await Self.keep(watches, file, of: supplier, in: catalogue)
        }
        let sentence = Self.sentence(result, name, from: supplier, refused: refused)
        let offer = await catalogue.commands.offer(
          .importProducts, sentence, count: result.added + result.updated)
        self?.imported.notify((sentence, offer))
      } catch {
        let sentence =
          error is CancellationError
          ? tr("Nothing was imported.") : tr("Nothing was imported: %@", error.sentence)
        // Its window may be closed.
        if let self {
          ended(saying: sentence)
        } else {
          catalogue.commands.messages.notify(sentence)
        }
      }
    }
  }

  /// It is imported whether or not its file can be watched.
  private static func keep(
    _ watches: Bool, _ file: WatchedFile, of source: String, in catalogue: OpenCatalogue
  ) async {
    do { try await WatchedFile.keep(watches, file, of: source, in: catalogue.store) } catch {
      catalogue.commands.messages.notify(tr("The file can’t be watched: %@", error.sentence))
    }
  }

  private static func sentence(
    _ result: ImportResult, _ name: String, from source: String?, refused: Int
  ) -> String {
    let sentences = [
      result.added > 0
        ? tr("1 product added", "%@ products added", count: result.added) : nil,
      result.updated > 0
        ? tr("1 product changed", "%@ products changed", count: result.updated) : nil,
      refused > 0 ? tr("1 row refused", "%@ rows refused", count: refused) : nil,
      result.overtaken > 0
        ? tr(
          "1 product left as it was changed meanwhile",
          "%@ products left as they were changed meanwhile", count: result.overtaken) : nil,
    ].compactMap(\.self)
    if let source, sentences.isEmpty {
      return tr("“%1$@” is kept as the last list of “%2$@”", name, source.printable())
    }
    return tr("“%1$@” imported: %2$@", name, sentences.joined(separator: ", "))
  }

  private func ended(saying sentence: String) {
    work = nil
    progress = nil
    messages.notify(sentence)
    // The catalogue may have changed meanwhile.
    reload()
  }

  // MARK: Refused rows

  /// Writes the rows that are refused to a file of their own, to be corrected and imported.
  public func saveRefused(to file: URL) {
    guard let prepared else { return }
    let count = count(.refused)
    Task { [messages] in
      do {
        let bytes = try await offThread { try RefusedRows(prepared.plan).bytes() }
        try await SharedFile.save(bytes, to: file)
        messages.notify(tr("1 row saved", "%@ rows saved", count: count))
      } catch {
        messages.notify(tr("Not saved: %@", error.sentence))
      }
    }
  }

  /// What that file is called at first.
  public var refusedName: String {
    let name =
      isPasted
      ? tr("list", context: "name of a file")
      : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let ending = prepared?.plan.file.format == .tsv ? "tsv" : "csv"
    return tr("%1$@ (refused).%2$@", String(name.beginning(ofMost: 240).prefix(60)), ending)
  }
}

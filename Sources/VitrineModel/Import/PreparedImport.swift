// SPDX-License-Identifier: Apache-2.0
// An import as a window shows it: the rows of each outcome in a list of their own. A class, because a million rows
// take longer to give up than the main thread has time for.

import Catalog
import Exchange
import Foundation

public final class PreparedImport: Sendable {
  public let plan: ListImport
  /// The places of the rows, in their order.
  let lists: [RowList: [Int32]]
  /// Rows of products that the source has no more, which are in no order of the file.
  private let gone: [RowID: Int]
  /// The columns that fields are taken from, one for each field.
  let fieldColumns: [(column: UnderstoodColumn, field: FormField)]

  /// Another one when the file is saved anew.
  let version: String
  /// How the file was read, for the source's next list.
  let reading: ReadingChoices
  let sources: KnownSources

  init(
    _ plan: ListImport, version: String = "", reading: ReadingChoices = ReadingChoices(),
    sources: KnownSources = KnownSources()
  ) {
    (self.plan, self.version, self.reading, self.sources) = (plan, version, reading, sources)
    var seen: Set<AnyField> = []
    fieldColumns = plan.understanding.columns.compactMap { column in
      guard let field = column.anyField, seen.insert(field).inserted else { return nil }
      return (column, FormField(field))
    }
    var lists: [RowList: [Int32]] = [:]
    for place in plan.rows.indices {
      lists[RowList(plan.rows.outcome(at: place)), default: []].append(Int32(clamping: place))
    }
    let asked = plan.rows.withConflicts.map { Int32(clamping: $0) }
    if !asked.isEmpty { lists[.asked] = asked }
    self.lists = lists
    let gone = (lists[.gone] ?? []).enumerated().map { position, place in
      (plan.rows[Int(place)].read.rowID, position)
    }
    self.gone = Dictionary(gone) { first, _ in first }
  }

  public func count(_ list: RowList) -> Int { lists[list]?.count ?? 0 }

  func row(_ list: RowList, at position: Int) -> PlannedRow? {
    guard let list = lists[list], list.indices.contains(position) else { return nil }
    return plan.rows[Int(list[position])]
  }

  /// The place of a row in a list. Rows stand in the order of the file.
  func position(of row: RowID, in name: RowList) -> Int? {
    if name == .gone { return gone[row] }
    guard let list = lists[name] else { return nil }
    var range = list.startIndex..<list.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let found = plan.rows[Int(list[middle])].read.rowID
      if found == row { return middle }
      range = found < row ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Whether the list goes on behind its rows.
  var isBeginning: Bool { plan.isBeginning }

  private static let rowsOfBeginning = 2_000

  /// Reads and compares a list; throws when the task is cancelled.
  ///
  /// - Parameter showBeginning: is given the first rows of a long list, while all of it is read; nil if nobody wants
  ///   them. What all rows are asked for is not known then.
  static func prepare(
    _ input: ImportInput, with store: CatalogStore,
    showBeginning: (@Sendable (PreparedImport) -> Void)? = nil,
    progress: @escaping PreparationProgress.Report
  ) async throws -> PreparedImport {
    let version = input.version
    var input = input
    let kept = try await store.sources()
    var sources = KnownSources(names: kept.map(\.name))
    if let source = kept.first(where: { $0.name == input.source?.name }) {
      sources.remembered = RememberedSource(source)
    }
    if let name = input.source?.name {
      sources.watched = await WatchedFile.all(in: store)[name]?.path
    }
    if let remembered = sources.remembered {
      input.reading = remembered.reading.completed(input.reading)
    }
    let opened = input
    let file = try await offThread { try opened.open() }
    if let showBeginning, input.source == nil {
      // Why it can't be read is said when all of it is tried: a column may be far to the right in a row far below.
      let plan = try? await ListImport.prepare(
        file, input.choices, with: store, correcting: input.corrections,
        leavingOut: input.exceptions, atMost: rowsOfBeginning
      ) { _ in try Task.checkCancellation() }
      if let plan, plan.isBeginning {
        showBeginning(
          PreparedImport(plan, version: version, reading: input.reading, sources: sources))
      }
    }
    while true {
      do {
        let plan = try await ListImport.prepare(
          file, input.choices, with: store, correcting: input.corrections,
          leavingOut: input.exceptions, from: input.source
        ) {
          try Task.checkCancellation()
          try progress($0)
        }
        if input.isSourceOpen { sources.likely = SourceGuess.names(for: plan, among: kept) }
        return PreparedImport(plan, version: version, reading: input.reading, sources: sources)
      } catch let unknown as UnknownColumn where input.forget(unknown.name) {
        // Another head, sheet or delimiter: what was decided about a column that is gone means nothing.
      }
    }
  }
}

/// What the catalogue knows of the sources of lists.
struct KnownSources: Sendable {
  var names: [String] = []
  /// Those whose next list it may be, as long as nobody said.
  var likely: [String] = []
  /// How the last list of the chosen one was understood; nil if there was none.
  var remembered: RememberedSource?
  /// Its file that is watched.
  var watched: String?
}

/// What is read, and how.
struct ImportInput: Sendable {
  var path: String
  /// Cells in place of a file.
  var pasted: String?
  var reading = ReadingChoices()
  var choices = ImportChoices()
  var corrections: [RowID: [String: String]] = [:]
  var exceptions = RowExceptions()
  /// Where it comes from; nil if nothing is remembered.
  var source: SourceChoice?
  /// Whether nobody said where it comes from.
  var isSourceOpen = false

  func open() throws -> ForeignFile {
    if let pasted { return try ForeignFile.open(pasted: pasted, choosing: reading) }
    return try ForeignFile.open(path, choosing: reading)
  }

  /// When the file was written and how long it is. Before it is read: if it changes meanwhile, it is read anew.
  var version: String {
    var status = stat()
    guard pasted == nil, stat(path, &status) == 0 else { return "" }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// Whether anything was decided about this column, or by this field.
  mutating func forget(_ name: String) -> Bool {
    let before = choices
    choices.mapping = choices.mapping.filter { $0.value != name }
    choices.answers[name] = nil
    choices.leftOut.removeAll { $0 == name }
    choices.key.removeAll { $0 == name }
    return choices != before
  }
}

// SPDX-License-Identifier: Apache-2.0
// Writes what a window lists, or what is selected in it, to a file. It only reads, so it waits for no command, and what
// is written is of one moment.

import Catalog
import Exchange
import Foundation
import Wording

@MainActor
public final class ListExporting {
  /// Which products.
  public enum Extent: Sendable { case selected, listed, everything }

  public let changed = Observers<Void>()
  /// What was written, or why nothing was.
  public let messages = Observers<String>()
  /// How far it has come, as a sentence; nil if nothing is being written.
  public private(set) var progress: String?
  private let listed: ListedPlace
  private let columns: ListColumns
  private var stop: Stop?

  init(_ listed: ListedPlace, _ columns: ListColumns) {
    (self.listed, self.columns) = (listed, columns)
  }

  // MARK: What

  /// What can be exported, the likeliest first.
  public var extents: [Extent] {
    let (selected, hasSeveral) = (listed.selected, listed.selected.hasSeveral)
    var extents: [Extent] = hasSeveral ? [.selected] : []
    if listed.exportedQuery.isRestricted { extents.append(.listed) }
    extents.append(.everything)
    // One is always selected, so that it is seldom meant.
    return extents + (!hasSeveral && selected.count > 0 ? [.selected] : [])
  }

  public func name(of extent: Extent) -> String {
    switch extent {
    case .selected:
      tr("1 selected product", "%@ selected products", count: listed.selected.count)
    case .listed: tr("Products of this list")
    case .everything: tr("All products")
    }
  }

  /// What comes along without being selected, as a sentence; nil if nothing does.
  public func addition(to extent: Extent) async -> String? {
    guard case .selected = extent, let families = try? await listed.selectedFamilies() else {
      return nil
    }
    return families.added == 0
      ? nil
      : tr(
        "With 1 variant that is below them.", "With %@ variants that are below them.",
        count: families.added)
  }

  /// What a file of the list is called at first, without its ending.
  public var fileName: String { listed.title.asFileName }

  /// The columns that the list shows, by their names.
  public var shownColumns: [String] {
    let fields = listed.catalogue.fields.all
    return columns.shown.compactMap { column in
      switch column.field.id {
      case .builtIn(let name): TableColumn.named(name, among: [])?.name
      case .custom(let id):
        fields.first { $0.id == id }.map { TableColumn.field(.custom($0)).name }
      }
    }
  }

  /// What a file would lack, as one sentence; nil if nothing.
  public func lack(of export: ProductExport) async -> String? {
    guard let losses = try? await export.losses(in: listed.catalogue.store), !losses.isEmpty else {
      return nil
    }
    return tr("Not in the file: %@.", losses.map(\.name).joined(separator: ", "))
  }

  // MARK: Writing

  /// - Parameters:
  ///   - export: its query is found out.
  ///   - name: by which it is kept, too, to be repeated at any time; nil to repeat it only as the last one.
  public func write(
    _ export: ProductExport, of extent: Extent, to path: String, keptAs name: String? = nil
  ) {
    // What is exported again goes to the same place, wherever the program is started then.
    run(to: URL(fileURLWithPath: path).path, keptAs: [Self.lastName, name].compactMap(\.self)) {
      [weak self] in
      var export = export
      export.query = try await self?.query(of: extent) ?? export.query
      return export
    }
  }

  /// Writes what was exported last into its file again.
  public func repeatLast() {
    let directory = listed.catalogue.store.directory
    Task { [weak self] in
      do {
        guard let last = try await Self.last(in: directory) else {
          self?.messages.notify(tr("Nothing was exported before."))
          return
        }
        self?.run(to: last.path, keptAs: []) { last.export }
      } catch {
        self?.messages.notify(tr("Not exported: %@", error.sentence))
      }
    }
  }

  /// Writes what was kept by a name into its file again: the same list, as it is now. Then it is the last one.
  public func repeatKept(_ kept: SavedExport) {
    run(to: kept.path, keptAs: [Self.lastName]) { kept.export }
  }

  /// Those that somebody has given a name.
  public func kept() async -> [SavedExport] {
    let directory = listed.catalogue.store.directory
    let all = (try? await Self.all(in: directory)) ?? []
    return all.filter { $0.name != Self.lastName }
      .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
  }

  /// Whether it can be given this name: one that is taken is replaced.
  public static func isFree(_ name: String) -> Bool { name != lastName }

  /// Forgets one of them; its file stays.
  public func forget(_ kept: SavedExport) async {
    let directory = listed.catalogue.store.directory
    do {
      try await Self.forget(kept.name, in: directory)
    } catch {
      messages.notify(tr("Not forgotten: %@", error.sentence))
    }
  }

  public func cancel() { stop?.set() }

  /// What is selected, or else the whole list, as a table for other programs to paste.
  public func copied() async throws -> CopiedTable {
    var export = ProductExport(
      try await query(of: listed.selected.count > 0 ? .selected : .listed), as: .tsv)
    export.columns = shownColumns
    export.limit = Self.mostCopied
    return try await export.copied(from: listed.catalogue.store)
  }

  /// More than this is for a file.
  private static let mostCopied = 10_000

  private func query(of extent: Extent) async throws -> ProductQuery {
    switch extent {
    case .everything: return ProductQuery()
    case .listed: return listed.exportedQuery
    case .selected:
      guard let families = try await listed.selectedFamilies() else { return listed.exportedQuery }
      return await query(of: families)
    }
  }

  private func query(of families: SelectedFamilies) async -> ProductQuery {
    var query = listed.exportedQuery
    // Variants are below their heads whatever their own category and tags are.
    if listed.list.isFolding { (query.category, query.tags) = (nil, []) }
    query.only = await Self.set(of: families.products)
    return query
  }

  /// What other programs get of products that are dragged to them: the columns of the list.
  func dragged(_ products: [UUID], as format: ExportFormat) async throws -> ProductExport {
    var export = ProductExport(
      await query(of: try await listed.families(of: products)), as: format)
    export.columns = shownColumns
    export.unitPrices = listed.catalogue.unitPrices
    return export
  }

  var store: CatalogStore { listed.catalogue.store }

  /// Not on the main thread: a million take a moment.
  private nonisolated static func set(of ids: [UUID]) async -> Set<UUID> { Set(ids) }

  private func run(
    to path: String, keptAs names: [String],
    _ export: @escaping @MainActor () async throws -> ProductExport
  ) {
    guard stop == nil else { return messages.notify(tr("Another list is still being written.")) }
    let (stop, pace) = (Stop(), Pace())
    self.stop = stop
    let (catalogue, store) = (listed.catalogue, listed.catalogue.store)
    show(tr("Exporting…", context: "products are being written to a file"))
    Task { [weak self] in
      let sentence: String
      do {
        var export = try await export()
        export.unitPrices = catalogue.unitPrices
        let writing = export
        let report: CatalogStore.Progress = { [weak self] progress in
          if stop.isSet { throw CancellationError() }
          guard pace.progress(progress.products, progress.fraction) != nil else { return }
          Task { @MainActor [weak self] in
            guard self?.stop === stop else { return }
            self?.show(tr("Exporting: %@ products", numberText(progress.products)))
          }
        }
        let result = try await catalogue.whileWriting {
          try await writing.write(to: .file(path), of: store, progress: report)
        }
        for name in names {
          let kept = SavedExport(export, to: path, named: name, among: try await store.fields())
          try await Self.keep(kept, in: store.directory)
        }
        sentence = ([Self.sentence(of: result)] + result.faults.prefix(3).map(\.sentence))
          .joined(separator: " ")
      } catch is CancellationError {
        sentence = tr("Stopped. Nothing was written.")
      } catch {
        sentence = tr("Not exported: %@", error.sentence)
      }
      self?.stop = nil
      self?.show(nil)
      self?.messages.notify(sentence)
    }
  }

  private static func sentence(of result: ProductExport.Result) -> String {
    tr("1 product exported.", "%@ products exported.", count: result.products)
  }

  private func show(_ progress: String?) {
    self.progress = progress
    changed.notify(())
  }

  // MARK: Keeping

  /// The name by which the last one is kept; in a terminal, `--again` takes it, too.
  private nonisolated static let lastName = "last"

  // Not on the main thread: they wait for the disk.
  private nonisolated static func last(in directory: URL) async throws -> SavedExport? {
    try SavedExports(in: directory)[lastName]
  }

  private nonisolated static func all(in directory: URL) async throws -> [SavedExport] {
    try SavedExports(in: directory).all
  }

  private nonisolated static func forget(_ name: String, in directory: URL) async throws {
    try SavedExports(in: directory).forget(name)
  }

  private nonisolated static func keep(_ export: SavedExport, in directory: URL) async throws {
    try SavedExports(in: directory).save(export)
  }
}

extension CopiedTable {
  /// What was copied.
  public var sentence: String {
    let copied = tr("1 product copied", "%@ products copied", count: products)
    guard products < all else { return copied }
    let whole = tr("The list has %@: export it to have all.", numberText(all))
    return copied + ". " + whole
  }
}

extension ProductQuery {
  /// Whether it lists less than everything.
  fileprivate var isRestricted: Bool {
    inTrash || category != nil || !tags.isEmpty || !searchText.isEmpty || !filters.isEmpty
      || only != nil
  }
}

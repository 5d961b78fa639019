// SPDX-License-Identifier: Apache-2.0
// What must be true of a catalogue whatever comes from outside: lines of an import, steps of another copy, words of
// a search, a file that claims to be a catalogue or a backup. The fuzzers check it for whatever they come up with.

import Foundation

// The fuzzers compile this file as a part of the library.
#if canImport(Catalog)
  @testable import Catalog
#endif

final class FuzzedCatalogue: Sendable {
  private let directory: URL
  private let store: CatalogStore
  private let other: CatalogStore

  /// A small catalogue in a new directory, and a copy of it in which less was done.
  init(in directory: URL) async throws {
    self.directory = directory
    let (here, there) = (
      directory.appendingPathComponent("here"), directory.appendingPathComponent("there")
    )
    store = try await CatalogStore.open(in: here)
    try await store.importLines(Self.lines, in: directory)
    await store.close()
    try FileManager.default.copyItem(at: here, to: there)
    other = try await CatalogStore.open(in: there)
    for (product, text) in zip(
      try await other.products(ProductQuery()), ["Water", "More water\nand light"])
    {
      _ = try await other.addNote(
        to: product.id, title: NoteTitle("Care"), text: FreeText(note: text))
      try await other.delete([product.id])
    }
    try await other.undo()
    // Opened again for what follows: the steps above are what it has not seen.
    reopened = try await CatalogStore.open(in: here)
  }

  private let reopened: CatalogStore

  private static let lines = [
    #"{"field":{"id":"6E1F5B0E-0000-4000-8000-0000000000F1","kind":"line","name":"Wood"}}"#,
    #"{"title":"Éclair au chocolat","description":"Choux.\nTwo lines.","category":"Food/Cakes","#
      + #""tags":["sweet","french"],"sku":"EC-1","gtin":"4006381333931","price":"2.40","currency":"EUR","stock":12}"#,
    #"{"title":"桜 and שלום","notes":[{"title":"Care","text":"Keep cool"}]}"#,
  ]

  // MARK: Inputs to begin with

  /// Inputs of each kind that are accepted, or nearly.
  func examples() async throws -> [String: [Data]] {
    let steps = ByteList()
    try await other.exportSteps { steps.values.append(Data($0.bytes)) }
    let file = try smallCopy(of: directory.appendingPathComponent("there/catalog.sqlite"))
    return [
      "import": [Data(Self.lines.joined(separator: "\n").utf8)], "step": steps.values,
      "search": ["rose", "\"two words\" -not", "桜 EC-1", "a* OR NEAR(b c)"].map { Data($0.utf8) },
      "catalogue": [file], "backup": [file],
    ]
  }

  /// With pages so small that most of them hold something: damage hits it sooner, and it takes less time to read.
  private func smallCopy(of file: URL) throws -> Data {
    let copy = directory.appendingPathComponent("small.sqlite")
    let connection = try Connection(file.path, .readWrite)
    defer { connection.close() }
    try connection.execute("PRAGMA page_size = 512")
    try connection.run("VACUUM INTO ?", copy.path)
    return try Data(contentsOf: copy)
  }

  // MARK: What is wrong; nil if nothing is

  func fault(_ kind: String, _ data: Data) async -> String? {
    do {
      switch kind {
      case "import": return try await faultInImport(data)
      case "step": return try await faultInStep(data)
      case "search": return try await faultInSearch(String(decoding: data, as: UTF8.self))
      case "catalogue": return try await faultInFile(data, isBackup: false)
      case "backup": return try await faultInFile(data, isBackup: true)
      default: return "there is no such kind of input"
      }
    } catch { return "\(error)" }
  }

  /// All of it or nothing, and one step back.
  private func faultInImport(_ data: Data) async throws -> String? {
    let before = try await content()
    let file = directory.appendingPathComponent("lines.jsonl")
    try data.write(to: file)
    let result: ImportResult
    do {
      result = try await reopened.importProducts(from: file.path, isUpdating: true)
    } catch {
      return try await content() == before ? nil : "what was refused changed something"
    }
    let problems = try await reopened.check()
    if let problem = problems.first { return "after an import: \(problem)" }
    if result.added + result.updated > 0 { try await reopened.undo() }
    return nil
  }

  private func faultInStep(_ data: Data) async throws -> String? {
    guard let step = try? StepBytes(Array(data)) else { return nil }
    let before = try await content()
    do {
      let arrival = try await reopened.applySteps([step]) {
        throw CatalogError.notAFile(file: $0)
      }
      let problems = try await reopened.check()
      if let problem = problems.first { return "after a step: \(problem)" }
      if arrival.applied > 0 { try await reopened.undo() }
      return nil
    } catch is CatalogError {
      return try await content() == before ? nil : "what was refused changed something"
    }
  }

  private func faultInSearch(_ text: String) async throws -> String? {
    let query = ProductQuery(searchText: text)
    let found = try await reopened.products(query, limit: 10)
    let count = try await reopened.count(query)
    _ = try await reopened.hits(query)
    return found.count == min(10, count) ? nil : "\(found.count) of \(count) were found"
  }

  /// Opened or refused, and read like any other. What is damaged may be refused at any place.
  private func faultInFile(_ data: Data, isBackup: Bool) async throws -> String? {
    let place = directory.appendingPathComponent("file")
    try? FileManager.default.removeItem(at: place)
    let folder = isBackup ? place.appendingPathComponent("backups") : place
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = isBackup ? "2026-11-21T060003Z.sqlite" : "catalog.sqlite"
    try data.write(to: folder.appendingPathComponent(name))
    do {
      if isBackup {
        guard let backup = try await CatalogStore.backups(in: place).first else {
          return "the backup is not seen"
        }
        try await CatalogStore.restore(backup, in: place)
      }
      let store = try await CatalogStore.open(in: place)
      do { try await Self.read(store) } catch {}
      await store.close()
    } catch {}
    return nil
  }

  private static func read(_ store: CatalogStore) async throws {
    for product in try await store.products(ProductQuery(), limit: 20) {
      _ = try await store.product(product.id)
      _ = try await store.notes(of: product.id)
    }
    _ = try await store.products(ProductQuery(searchText: "choux"), limit: 20)
    _ = try await store.categories()
    _ = try await store.tagCounts()
    _ = try await store.fields()
    _ = try await store.savedSearches()
    _ = try await store.templates()
    _ = try await store.history()
    _ = try await store.check()
    try await store.undo()
  }

  private func content() async throws -> Data {
    let bytes = ByteList()
    _ = try await reopened.exportProducts(to: { bytes.values.append(Data($0)) })
    return Data(bytes.values.joined())
  }
}

extension CatalogStore {
  fileprivate func importLines(_ lines: [String], in directory: URL) async throws {
    let file = directory.appendingPathComponent("first.jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    _ = try await importProducts(from: file.path)
  }
}

/// Sendable because the store's calls follow one another.
private final class ByteList: @unchecked Sendable { var values: [Data] = [] }

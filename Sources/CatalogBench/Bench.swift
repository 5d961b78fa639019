// SPDX-License-Identifier: Apache-2.0
// The whole benchmark: which catalogues are measured, and how, section by section. One catalogue is
// small enough for everything to be fast; the large one is the one that matters.

import BenchTables
import Catalog
import Foundation

final class Bench {
  let options: Options
  let report = Report()
  /// The benchmark's own directory; it is removed with everything in it.
  let scratch: URL
  static let smallCount = 1000

  init(_ options: Options) {
    self.options = options
    scratch = options.scratch.appendingPathComponent("vitrine-bench")
  }

  func measure() async throws {
    // Left over from an interrupted run.
    try? FileManager.default.removeItem(at: scratch)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let shell = try outputOfProgram("sqlite3", ["--version"], in: scratch).prefix { $0 != " " }
    report.say(
      try Machine.description(
        scratch: scratch, programs: "SQLite \(Baseline.version), its shell \(shell)"))
    if options.includes(.search) { try await measureSearchQuality() }
    if options.includes(.variants) { try await measureVariants() }
    if options.only == [.variants] { return sayHowManyHold() }
    let small = try await catalogue(Self.smallCount)
    let large = try await catalogue(options.products)
    if options.includes(.open) { try await measureOpening(small, large) }
    if options.includes(.sums) { try await measureSums(large) }
    if options.includes(.order) { try await measureOrder(large) }
    if options.includes(.cancel) { try await measureKeystrokes(large) }
    if options.includes(.desktop) { try await measureDesktopAnswers(large) }
    if options.includes(.memory) { try await measureMemory(large) }
    if options.includes(.edit) { try await measureEdits([small, large]) }
    if options.includes(.edit) { try await measureManyEdits(large) }
    if options.includes(.many) { try await measureSeveral(large) }
    if options.includes(.undo) { try await measureUndo(large) }
    if options.includes(.insert) { try await measureInsert(large) }
    if options.includes(.importing) { try await measureImport(large) }
    // Last, because it changes the catalogues.
    if options.includes(.fields) { try await measureFields(small, large) }
    sayHowManyHold()
  }

  private func sayHowManyHold() {
    report.say(
      """

      \(report.rows - report.misses) of \(report.rows) within their limits.
      """)
  }

  /// How often to repeat a measurement.
  func repetitions(_ usual: Repetitions = Repetitions()) -> Repetitions {
    options.isQuick ? Repetitions(atLeast: 2, enough: 2) : usual
  }

  /// A catalogue of `count` products, created when it is first needed.
  func catalogue(_ count: Int) async throws -> BenchCatalogue {
    let directory = scratch.appendingPathComponent("catalogue-\(count)")
    let catalogue = BenchCatalogue(directory: directory, count: count)
    try await catalogue.fill()
    return catalogue
  }
}

/// A catalogue to measure.
struct BenchCatalogue {
  let directory: URL
  let count: Int

  var file: URL { directory.appendingPathComponent("catalog.sqlite") }
  /// Such as "1,000,000".
  var size: String { grouped(count) }

  /// Fills the catalogue until it is closed and on disk.
  func fill() async throws {
    let added = try await opened { try await $0.generate(GeneratedProducts(count)).added }
    guard added == count else { throw Failure("\(added) products were made, not \(count).") }
  }

  /// Opens the catalogue while `body` runs.
  func opened<Value>(_ body: (CatalogStore) async throws -> Value) async throws -> Value {
    let store = try await CatalogStore.open(in: directory)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }

  /// Copies the file while `body` runs, so that the baseline can change it.
  func copied<Value>(_ body: (_ path: String) async throws -> Value) async throws -> Value {
    let copy = directory.appendingPathComponent("baseline.sqlite").path
    defer { removeDatabase(copy) }
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    return try await body(copy)
  }
}

/// Removes a database and the files SQLite puts beside it.
func removeDatabase(_ path: String) {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}

// SPDX-License-Identifier: Apache-2.0
// Bulk insertion with all indexes and full text, compared with the sqlite3 shell importing the same
// products as CSV. Both fill empty tables in one transaction, and are done when the file is closed.
// An import reads them from an exported file, and once more with another stock in each line.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureInsert(_ large: BenchCatalogue) async throws {
    report.section(
      "Insert \(large.size) products, with all indexes and full-text",
      theirs: "sqlite3 shell, from CSV")
    let shell = try Shell(source: large.file.path, directory: scratch)
    try shell.export()
    let directory = scratch.appendingPathComponent("insert")
    let pairs = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 3))) {
      let catalogue = BenchCatalogue(directory: directory, count: large.count)
      try await catalogue.opened { _ in }
      let time = try await milliseconds { try await catalogue.fill() }
      try FileManager.default.removeItem(at: directory)
      return time
    } against: {
      try await time(of: shell, adding: large.count)
    }
    report.add(Finding("insert, one transaction, on the disk", pairs, limit: .times(1.5)))
  }

  func measureImport(_ large: BenchCatalogue) async throws {
    let most = 100_000
    let source = large.count > most ? try await catalogue(most) : large
    report.section(
      "Import \(source.size) products, with all indexes and full-text",
      theirs: "sqlite3 shell, from CSV, added")
    let shell = try Shell(source: source.file.path, directory: scratch)
    try shell.export()
    let (files, changed) = (directory("exported"), directory("changed"))
    let (empty, filled, copy) = (directory("empty"), directory("filled"), directory("copy"))
    _ = try await source.opened { try await $0.exportProducts(to: files) }
    try await BenchCatalogue(directory: empty, count: 0).opened { _ in }
    try FileManager.default.copyItem(at: source.directory, to: filled)
    _ = try await BenchCatalogue(directory: filled, count: source.count).opened { store in
      let all = try await store.products(ProductQuery()).map(\.id)
      try await store.edit(
        Set(all), applying: [.calculate(.builtIn(.stock), Calculation(.add(1)))])
      return try await store.exportProducts(to: changed)
    }
    for (name, start, lines, isUpdating, limit) in [
      ("import, new products", empty, files, false, 1.5),
      ("import, another stock for those that have one", source.directory, changed, true, 3),
    ] {
      let pairs = try await byTurns(repetitions(Repetitions(atLeast: 3, enough: 3))) {
        try FileManager.default.copyItem(at: start, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        return try await milliseconds {
          try await BenchCatalogue(directory: copy, count: source.count).opened { store in
            let done = try await store.importProducts(from: lines.path, isUpdating: isUpdating)
            guard isUpdating ? done.updated > 0 : done.added == source.count else {
              throw Failure("\(done) after an import of \(source.count).")
            }
          }
        }
      } against: {
        try await time(of: shell, adding: source.count)
      }
      report.add(Finding(name, pairs, limit: .times(limit)))
    }
    for place in [files, changed, empty, filled] { try FileManager.default.removeItem(at: place) }
  }

  private func directory(_ name: String) -> URL { scratch.appendingPathComponent(name) }

  /// How long the shell takes for all products.
  private func time(of shell: Shell, adding expected: Int) async throws -> Double {
    try shell.prepare()
    let time = try await milliseconds { try shell.fill() }
    let count = try Shell.ask(shell.database, "SELECT count(*) FROM product", in: scratch)
    guard count == "\(expected)" else { throw Failure("The shell took \(count) products.") }
    removeDatabase(shell.database)
    return time
  }
}

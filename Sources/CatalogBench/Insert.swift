// Bulk insertion with all indexes and full text, compared with the sqlite3 shell importing the same
// products as CSV. Both fill empty tables in one transaction, and are done when the file is closed.

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
      try shell.prepare()
      let time = try await milliseconds { try shell.fill() }
      let count = try Shell.ask(
        shell.database, "SELECT count(*) FROM product", in: scratch)
      guard count == "\(large.count)" else { throw Failure("The shell took \(count) products.") }
      removeDatabase(shell.database)
      return time
    }
    report.add(Finding("insert, one transaction, on the disk", pairs, limit: .times(1.5)))
  }
}

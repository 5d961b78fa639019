// Many products at once, with all indexes and full-text, against the sqlite3 shell.

import Catalog
import Foundation

extension Bench {
  func measureInsert(_ large: BenchCatalogue) async throws {
    report.section(
      "Insert \(large.size) products, with all indexes and full-text",
      theirs: "sqlite3 shell, from CSV")
    let shell = try Shell(source: large.file.path, directory: options.scratch)
    try shell.export()
    try shell.prepare()
    let time = try await milliseconds { try shell.fill() }
    report.add(Finding("the shell alone", Times([time]), limit: .milliseconds(0)))
  }
}

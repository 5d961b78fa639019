// SPDX-License-Identifier: Apache-2.0
// `vitrinectl import`.

import Catalog
import Exchange
import Foundation
import Wording

extension Verb {
  static let importing = Verb(
    "import", "FILE",
    about: tr("add the products of a list, of a file or of an exported directory"),
    details: tr(
      """
      FILE is a list of another program, such as a spreadsheet: what it is, is told from its content, and its \
      columns from their names and values. Rows are compared with the catalogue; those that are new or changed \
      are imported, as one command. What can mean two things is never guessed: the command prints the question \
      as JSON and ends with status 4, and “--answer” answers it. “--dry-run” shows all of this and changes nothing.

      Or FILE has one product per line, as JSON, with its pictures beside it; “-” is standard input, with \
      pictures in the current directory. The manual page, vitrinectl(1), describes the keys. It is one \
      command: if a line is wrong, nothing is imported, and up to twenty wrong lines are listed with the \
      reason. Products that are already in the catalogue, by “id” or, without one, by “sku”, are left \
      unchanged.
      """),
    use: .making, options: ImportRequest.options, of: ImportRequest()
  ) { request, words in
    // Made absolute here, so that messages show the full path.
    let path = words[0] == "-" ? words[0] : URL(fileURLWithPath: words[0]).path
    return { store, output in
      if request.isForList || CatalogStore.isOther(path) {
        return try await importList(path, request, to: store, saying: output)
      }
      if CatalogStore.waitsForWriter(path) {
        Terminal.complain(tr("Waiting until another program writes to “%@”.", path))
      }
      let result = try await ProgressReporter { tr("Importing: %@ products", $0) }.run {
        try await store.importProducts(from: path, isUpdating: request.isUpdating, progress: $0)
      }
      try say(result, to: output)
      return .fine
    }
  }

  /// Imports a list of another program.
  private static func importList(
    _ path: String, _ request: ImportRequest, to store: CatalogStore, saying output: Output
  ) async throws -> ExitStatus {
    let work = ProgressReporter { tr("Importing: %@ products", $0) }
    let lines = "\(path)/products.jsonl"
    var reading = request.reading
    if let name = request.source?.name, let source = try await store.source(named: name),
      let remembered = RememberedSource(source)
    {
      reading = remembered.reading.completed(reading)
    }
    let file = try ForeignFile.open(
      FileManager.default.fileExists(atPath: lines) ? lines : path, choosing: reading)
    let plan = try await ListImport.prepare(
      file, request.choices, with: store, from: request.source
    ) { _ in
      try ProgressReporter.checkStop()
    }
    let record = ImportRecord(plan)
    if !request.isTrial, !record.questions.isEmpty {
      Terminal.say(try Output.line(of: record))
      Terminal.complain(
        tr("Nothing was imported: the list leaves something open. “--answer” answers it."))
      for question in record.questions {
        for answer in request.choices.answers[question.column] ?? [] {
          // A currency that is not offered is one all the same.
          guard !question.isPart(answer), !Currency.allCodes.contains(answer.uppercased()) else {
            continue
          }
          Terminal.complain(
            tr("“%1$@” is no answer about the column “%2$@”.", answer, question.column))
        }
      }
      return .question
    }
    try output.say(record, record.text)
    if request.printsRows { try printRows(of: plan, to: output) }
    if let refused = request.refusedPath {
      guard !isSame(refused, path) else { throw UsageError.wouldOverwrite(refused) }
      try Data(RefusedRows(plan).bytes()).write(
        to: URL(fileURLWithPath: refused), options: .atomic)
    }
    if request.isTrial { return .fine }
    let (source, missing) = try plan.source(read: reading)
    for name in missing.prefix(20) { Terminal.complain(tr("The picture “%@” is missing.", name)) }
    let result = try await work.run {
      try await store.importProducts(from: source, isUpdating: true, progress: $0)
    }
    if result.overtaken > 0 {
      Terminal.complain(
        tr(
          "1 product was changed meanwhile: that stays.",
          "%@ products were changed meanwhile: that stays.", count: result.overtaken,
          written: "\(result.overtaken)"))
    }
    return record.refused.isEmpty || record.new + record.changed + record.same > 0 ? .fine : .failed
  }

  /// Whether two paths are one file.
  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev
      && a.st_ino == b.st_ino
  }

  private static func printRows(of plan: ListImport, to output: Output) throws {
    for start in stride(from: 0, to: plan.rows.count, by: 1000) {
      let rows = plan.rows[start..<min(start + 1000, plan.rows.count)].map {
        ImportedRow(row: $0, fields: plan.fields)
      }
      let lines = try rows.map { output.asJSON ? try $0.json() : $0.text }.joined(separator: "\n")
      if output.asJSON {
        Terminal.write(Array("\(lines)\n".utf8)[...])
      } else {
        Terminal.say(lines)
      }
    }
  }

  static func say(_ result: ImportResult, to output: Output) throws {
    var parts = [
      tr(
        "1 product added", "%@ products added", count: result.added, written: "\(result.added)")
    ]
    if result.updated > 0 { parts.append(tr("%@ updated", "\(result.updated)")) }
    if result.unchanged > 0 { parts.append(tr("%@ unchanged", "\(result.unchanged)")) }
    try output.say(result, parts.joined(separator: ", ") + ".")
  }
}

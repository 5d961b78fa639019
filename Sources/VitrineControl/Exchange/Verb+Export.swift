// SPDX-License-Identifier: Apache-2.0
// `vitrinectl export`.

import Catalog
import Exchange
import Foundation
import Wording

extension Verb {
  static let exporting = Verb(
    "export", "[PLACE]", about: tr("write everything to a new directory, or a list to a file"),
    details: tr(
      """
      Without --as, PLACE is a directory. It gets products.jsonl, with one product per line, including the \
      trash, notes and dates, and the pictures beside it. Importing it into an empty catalogue gives the same \
      catalogue. If PLACE is “-”, only the lines are written, to standard output, without pictures.

      With --as, PLACE is a file, or “-” for standard output, and gets the products of a list in that format. \
      A file that exists is replaced. What the format has no place for is said before it is written. A table with all columns, as it is without \
      --columns, is read again by “import” without a question and without a change. Texts that a spreadsheet \
      would take for formulas get an apostrophe in CSV, TSV and WooCommerce’s table. “import” takes it away again, \
      from a CSV or TSV only if it has the column “id”.
      """),
    use: .reading, options: ExportRequest.options, of: ExportRequest()
  ) { request, words in
    let place = words.first
    if let name = request.again {
      guard request.format == nil, !request.isForFile else { throw UsageError.againWithOptions }
      return { store, output in
        let saved = try SavedExports(in: store.directory)
        guard let export = saved[name] else {
          throw ExportError.unknownName(name, known: saved.all.map(\.name))
        }
        return try await write(export.export, to: place ?? export.path, of: store, saying: output)
      }
    }
    guard let place else { throw UsageError.needs(.placeOfExport) }
    if request.saved != nil, place == "-" { throw UsageError.savedWithoutFile }
    guard let format = request.format else {
      guard !request.isForFile else { throw UsageError.needs(.format) }
      return exportingEverything(to: place, isReplacing: request.isReplacing)
    }
    return { store, output in
      let export = try await request.export(as: format, of: store)
      let status = try await write(export, to: place, of: store, saying: output)
      if let name = request.saved {
        let path = URL(fileURLWithPath: place).path
        let saved = SavedExport(export, to: path, named: name, among: try await store.fields())
        try SavedExports(in: store.directory).save(saved)
      }
      return status
    }
  }

  private static func exportingEverything(to place: String, isReplacing: Bool) -> Action {
    { store, output in
      let work = ProgressReporter { tr("Exporting: %@ products", $0) }
      if place == "-" {
        _ = try await work.run { progress in
          try await store.exportProducts(
            to: { Terminal.write($0) }, progress: progress)
        }
        return .fine
      }
      let result = try await work.run {
        try await store.exportProducts(
          to: URL(fileURLWithPath: place), isReplacing: isReplacing, progress: $0)
      }
      try output.say(
        result,
        tr(
          "%1$@ and %2$@ exported.", Counted.products(result.products),
          Counted.pictures(result.pictures)))
      return .without(pictures: result.missingPictures)
    }
  }

  private static func write(
    _ export: ProductExport, to place: String, of store: CatalogStore, saying output: Output
  ) async throws -> ExitStatus {
    let losses = try await export.losses(in: store)
    if !losses.isEmpty {
      Terminal.complain(
        tr("Not in the file: %@.", losses.map(\.name).joined(separator: ", ")))
    }
    var writing = export
    writing.unitPrices = .chosen
    let (isFile, complete) = (place != "-", writing)
    let shown = ShownTable()
    defer { shown.end() }
    let result = try await ProgressReporter { tr("Exporting: %@ products", $0) }.run { progress in
      try await complete.write(
        to: isFile ? .file(URL(fileURLWithPath: place).path) : .output { shown.write($0) },
        of: store, progress: progress)
    }
    for fault in result.faults { Terminal.complain(fault.sentence) }
    if isFile {
      try output.say(
        ["products": result.products], tr("%@ exported.", Counted.products(result.products)))
    }
    return result.faults.isEmpty ? .fine : .failed
  }
}

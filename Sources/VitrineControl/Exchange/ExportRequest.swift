// SPDX-License-Identifier: Apache-2.0
// What is asked of an export, from options.

import Catalog
import Exchange
import Foundation
import Wording

struct ExportRequest: Sendable {
  private(set) var isReplacing = false
  private(set) var format: ExportFormat?
  private var list = ListRequest()
  private var hasPictures = false
  private var isLocal = false
  private var isUnguarded = false
  /// The name that it is kept by.
  private(set) var saved: String?
  /// That of one that is kept.
  private(set) var again: String?
  /// Whether anything was asked for that only a file can have.
  private(set) var isForFile = false

  func export(as format: ExportFormat, of store: CatalogStore) async throws -> ProductExport {
    var export = ProductExport(try await list.ordered.query(in: store), as: format)
    export.limit = list.look.limit
    export.columns = try await columns(in: store)
    export.hasPictures = hasPictures
    export.isLocal = isLocal
    export.isUnguarded = isUnguarded
    return export
  }

  /// One value may name several; a name may have a comma itself.
  private func columns(in store: CatalogStore) async throws -> [String]? {
    guard let values = list.look.columns else { return nil }
    let fields = try await store.fields()
    let known = TableColumn.builtIn.map(\.name) + fields.map(\.name)
    return try values.flatMap { value in
      TableColumn.named(value, among: fields) == nil
        ? value.split(separator: ",").map(String.init) : [value]
    }.map { name in
      guard let column = TableColumn.named(name, among: fields) else {
        throw UsageError.unknownName(name, known: known)
      }
      return column.name
    }
  }

  static let options: [OptionGroup<ExportRequest>] =
    [
      OptionGroup([
        VerbOption(
          "--force",
          about:
            tr(
              "write into a directory that exists: its products.jsonl is replaced, nothing is removed"
            )
        ) { $0.isReplacing = true }
      ]),
      OptionGroup<ExportRequest>(
        tr("A list in a file"),
        options: [
          VerbOption(
            "--as", .choice("FORMAT", of: ExportFormat.allCases.map(\.name)),
            about: tr("write a list to a file in this format")
          ) { $0.format = ExportFormat(rawValue: $1) },
          fileOnly(
            VerbOption(
              "--pictures",
              about: tr(
                "with pictures: in a workbook the first one of each product, otherwise in a directory beside the file"
              )
            ) { $0.hasPictures = true }),
          fileOnly(
            VerbOption(
              "--semicolons",
              about: tr(
                "a CSV as spreadsheets of many countries want it: semicolons, and commas before decimals"
              )
            ) { $0.isLocal = true }),
          fileOnly(
            VerbOption(
              "--raw",
              about: tr("leave texts as they are that a spreadsheet would take for formulas")
            ) { $0.isUnguarded = true }),
          fileOnly(
            VerbOption(
              "--save", .text("NAME"), about: tr("keep list, columns, format and file by this name")
            ) { $0.saved = $1 }),
          VerbOption(
            "--again", .text("NAME"),
            about: tr("write what was kept by this name again, into its file unless PLACE is given")
          ) { $0.again = $1 },
        ]),
    ]
    + ListRequest.options.map { group in
      let lifted = group.lifted(to: \ExportRequest.list)
      return OptionGroup(lifted.title, options: lifted.options.map(fileOnly))
    }

  private static func fileOnly(
    _ option: VerbOption<ExportRequest>
  ) -> VerbOption<ExportRequest> { option.also { $0.isForFile = true } }
}

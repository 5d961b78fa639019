// SPDX-License-Identifier: Apache-2.0
// What is asked of an import, from options.

import Catalog
import Exchange
import Foundation
import Wording

struct ImportRequest: Sendable {
  private(set) var isUpdating = false
  private(set) var isTrial = false
  private(set) var printsRows = false
  private(set) var choices = ImportChoices()
  private(set) var reading = ReadingChoices()
  private(set) var refusedPath: String?
  private(set) var sourceName: String?
  private(set) var gone = SourceChoice.Gone.leave

  static let options = [
    OptionGroup<ImportRequest>([
      VerbOption(
        "--update",
        about:
          tr(
            "of an export: update products that are already in the catalogue; fields whose key is missing keep their value, null clears a field"
          )
      ) { $0.isUpdating = true }
    ]),
    OptionGroup<ImportRequest>(
      tr("Lists of other programs"),
      options: [
        VerbOption("--dry-run", about: tr("only print what would be imported, and what is asked")) {
          $0.isTrial = true
        },
        VerbOption("--rows", about: tr("print what becomes of each row, too")) {
          $0.printsRows = true
        },
        VerbOption(
          "--as", .choice("FORMAT", of: ForeignFormat.allCases.map(\.name)),
          about: tr("read the file in this format, instead of finding it out")
        ) { $0.reading.format = ForeignFormat(rawValue: $1) },
        VerbOption(
          "--encoding", .choice("NAME", of: TextEncoding.all.map(\.name)),
          about: tr("read a text in this encoding, instead of finding it out")
        ) { $0.reading.encoding = TextEncoding($1) },
        VerbOption(
          "--delimiter", .text("TEXT"),
          about: tr("what stands between the cells of a text; “tab” is a tab")
        ) { $0.reading.delimiter = $1 == "tab" ? "\t" : $1 },
        VerbOption(
          "--sheet", .text("N"), about: tr("read this sheet, by its number from 1 or its name")
        ) {
          $0.choices.sheet = $1
        },
        VerbOption(
          "--map", .named("FIELD=COLUMN"),
          about: tr(
            "take a field from a column of the list; nothing after “=” leaves the field out")
        ) { $0.choices.mapping[$1.name] = $1.text },
        VerbOption(
          "--key", .text("FIELD"),
          about: tr(
            "tell products by this field, instead of their SKU, GTIN or title; repeat it for several; empty for these again, if the source remembers another"
          )
        ) { $0.choices.key.append($1) },
        VerbOption(
          "--answer", .named("COLUMN=ANSWER"), about: tr("answer what is asked about a column")
        ) { $0.choices.answers[$1.name, default: []].append($1.text) },
        VerbOption(
          "--refused", .file,
          about: tr("write the rows that are refused to a file, to be corrected and imported")
        ) { $0.refusedPath = $1 },
        VerbOption(
          "--source", .text("NAME"),
          about: tr(
            "remember how the list was read under this name, and compare its next list with this one: only what the source changed is imported, and what you changed stays"
          )
        ) { $0.sourceName = $1 },
        VerbOption(
          "--gone", .choice("WHAT", of: SourceChoice.Gone.allCases.map(\.rawValue)),
          about: tr(
            "what becomes of products that the last list of the source had and this one has not: they are left, marked with a tag, put into the trash, or get a stock of zero"
          )
        ) { $0.gone = SourceChoice.Gone(rawValue: $1) ?? .leave },
      ]),
  ]

  /// Where the list comes from; nil if nothing is remembered.
  var source: SourceChoice? {
    sourceName.map { SourceChoice($0, gone: gone, mark: SourceChoice.mark(of: $0)) }
  }

  /// Whether only a list of another program can be meant.
  var isForList: Bool {
    isTrial || printsRows || sourceName != nil || refusedPath != nil || choices != ImportChoices()
      || reading != ReadingChoices()
  }
}

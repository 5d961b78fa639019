// SPDX-License-Identifier: Apache-2.0
// What `labels` is asked for.

import Exchange
import Foundation
import Paper
import Wording

struct LabelRequest: Sendable {
  var list = ListedSelection()
  private(set) var file: String?
  private var sheet: LabelSheet?
  private var layout = LabelLayout.ready[0]
  private var language: String?
  private var firstLabel = 1
  private var copies = LabelJob.Copies.each(1)
  private var printer = PrinterRequest()
  private var paper = CGSize.a4
  private var hasEdges = false
  private var leavesOut = false

  func job() throws -> LabelJob {
    guard let sheet else { throw UsageError.needs(.sheet) }
    var job = LabelJob(layout, on: sheet)
    (job.firstLabel, job.copies, job.printer) = (firstLabel, copies, try printer.traits())
    (job.hasEdges, job.leavesOut) = (hasEdges, leavesOut)
    job.language = PublicLanguage(language, unitPrices: .chosen)
    guard firstLabel <= sheet.count else {
      throw UsageError.unknown(
        LabelRefusal.noSuchLabel(firstLabel, count: sheet.count).sentence)
    }
    return job
  }

  func ruler() throws -> RulerPage {
    var ruler = sheet.map { RulerPage(of: $0) } ?? RulerPage(page: paper)
    ruler.correction = printer.changed(PrinterTraits()).correction
    return ruler
  }

  // MARK: Options

  static let options =
    [
      OptionGroup<LabelRequest>([to, onSheet, ofSize]),
      OptionGroup<LabelRequest>([
        VerbOption(
          "--layout", .text("LAYOUT", offering: LabelLayout.ready.map(\.name)),
          about: tr(
            "what is on a label: %@, one of your own, or a file (default: price)",
            LabelLayout.ready.map(\.name).joined(separator: ", "))
        ) { request, name in request.layout = try layout(named: name) },
        VerbOption(
          "--first", .number(atLeast: 1),
          about: tr("the first label of the sheet that is still there (default: 1)")
        ) { $0.firstLabel = $1 },
        VerbOption(
          "--copies", .copies,
          about: tr(
            "so many of each, as many as are in stock, or as many as came into stock last (default: 1)"
          )
        ) { $0.copies = $1 },
        VerbOption(
          "--language", .text("TAG"),
          about: tr(
            "the language of the products’ texts, such as de or ar: it decides how amounts look")
        ) { $0.language = $1 },
        VerbOption("--edges", about: tr("draw the edges of the labels, to try it on plain paper")) {
          $0.hasEdges = true
        },
        VerbOption(
          "--leave-out", about: tr("leave out products that cannot be printed, and name them")
        ) { $0.leavesOut = true },
      ]), ofPrinter(PrinterRequest.options),
    ] + ListedSelection.options.map { $0.lifted(to: \LabelRequest.list) }

  static let rulerOptions = [
    OptionGroup<LabelRequest>([
      to, onSheet, ofSize,
      VerbOption(
        "--paper", .choice("PAPER", of: ["A4", "letter"]),
        about: tr("without a sheet: A4 (the default) or letter")
      ) { $0.paper = $1 == "letter" ? .usLetter : .a4 },
    ]), ofPrinter(PrinterRequest.measured),
  ]

  private static let to = VerbOption<LabelRequest>(
    "--to", .file, about: tr("the PDF; one that exists is replaced")
  ) { $0.file = $1 }

  private static let onSheet = VerbOption<LabelRequest>(
    "--sheet", .text("NAME"),
    about: tr("the sheet, by its number or by maker and number, as “labels sheets” lists them")
  ) { request, name in request.sheet = try known { try SheetTable.sheet(named: name) } }

  private static let ofSize = VerbOption<LabelRequest>(
    "--size", .text("WxH"),
    about: tr("instead of a sheet: single labels of this size in mm, such as 50x30, as on a roll")
  ) {
    guard let sheet = LabelSheet(size: $1) else { throw UsageError.notASize($1) }
    $0.sheet = sheet
  }

  static let ownLayouts = NamedValuesFile<LabelLayout>(LabelLayout.file)

  /// A ready one, one that was made in a window, or a file.
  private static func layout(named name: String) throws -> LabelLayout {
    let own = try ownLayouts.read()
    if let layout = own[name] { return layout }
    return try known { try LabelLayout.named(name, besides: own.keys.sorted()) }
  }

  private static func ofPrinter(
    _ options: [VerbOption<PrinterRequest>]
  ) -> OptionGroup<LabelRequest> {
    OptionGroup(
      tr("The printer", context: "heading: options about the printer"),
      note: tr("“labels ruler” writes a page that shows what your printer needs."),
      options: options.map { $0.lifted(to: \LabelRequest.printer) })
  }
}

extension OptionValue where Value == LabelJob.Copies {
  fileprivate static let copies = OptionValue("N|stock|arrived", .words(["stock", "arrived"])) {
    text, option in
    if text == "stock" { return .stock }
    if text == "arrived" { return .arrived }
    guard let count = Int(text), (1...LabelJob.mostLabels).contains(count) else {
      throw UsageError.needsNumber(option: option, least: 1, not: text)
    }
    return .each(count)
  }
}

/// A name that is not known is a mistake in the call.
private func known<Value>(_ find: () throws -> Value) throws -> Value {
  do { return try find() } catch let error where error is SheetRefusal || error is LayoutRefusal {
    throw UsageError.unknown(error.sentence)
  }
}

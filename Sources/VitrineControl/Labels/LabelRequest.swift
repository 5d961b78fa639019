// SPDX-License-Identifier: Apache-2.0
// What `labels` is asked for.

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
  private var dotsPerInch = 300
  private var paper = CGSize.a4
  private var correction = PrinterCorrection.none
  private var hasEdges = false
  private var leavesOut = false

  func job() throws -> LabelJob {
    guard let sheet else { throw UsageError.needs(.sheet) }
    var job = LabelJob(layout, on: sheet)
    (job.firstLabel, job.copies, job.dotsPerInch) = (firstLabel, copies, dotsPerInch)
    (job.correction, job.hasEdges, job.leavesOut) = (correction, hasEdges, leavesOut)
    job.language = PublicLanguage(language)
    guard firstLabel <= sheet.count else {
      throw UsageError.unknown(
        LabelRefusal.noSuchLabel(firstLabel, count: sheet.count).sentence)
    }
    return job
  }

  func ruler() throws -> RulerPage {
    var ruler = sheet.map { RulerPage(of: $0) } ?? RulerPage(page: paper)
    ruler.correction = correction
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
            "what is on a label: %@, or a file (default: price)",
            LabelLayout.ready.map(\.name).joined(separator: ", "))
        ) { request, name in request.layout = try known { try LabelLayout.named(name) } },
        VerbOption(
          "--first-label", .number(atLeast: 1),
          about: tr("the first label of the sheet that is still there (default: 1)")
        ) { $0.firstLabel = $1 },
        VerbOption(
          "--copies", .copies,
          about: tr("so many of each, or as many as are in stock (default: 1)")
        ) { $0.copies = $1 },
        VerbOption(
          "--dpi", .choice("DPI", of: ["203", "300", "600"]),
          about: tr("the dots of the printer per inch: 203, 300 (the default) or 600")
        ) { $0.dotsPerInch = Int($1) ?? 300 },
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
      ]), ofPrinter,
    ] + ListedSelection.options.map { $0.lifted(to: \LabelRequest.list) }

  static let rulerOptions = [
    OptionGroup<LabelRequest>([
      to, onSheet, ofSize,
      VerbOption(
        "--paper", .choice("PAPER", of: ["A4", "letter"]),
        about: tr("without a sheet: A4 (the default) or letter")
      ) { $0.paper = $1 == "letter" ? .usLetter : .a4 },
    ]), ofPrinter,
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

  private static let ofPrinter = OptionGroup<LabelRequest>(
    tr("The printer", context: "heading: options about the printer"),
    note: tr("“labels ruler” writes a page that shows what your printer needs."),
    options: [
      VerbOption(
        "--shift", .pair("X,Y", within: -100...100),
        about: tr("print so many mm further to the right and further down, such as -1,0.5")
      ) {
        $0.correction.shift = CGSize(width: .mm($1[0]), height: .mm($1[1]))
      },
      VerbOption(
        "--scale", .pair("X,Y", within: 80...120),
        about: tr("print distances at so many percent, across and down, such as 100.6,99.7")
      ) {
        $0.correction.scale = CGSize(width: $1[0] / 100, height: $1[1] / 100)
      },
    ])
}

extension OptionValue where Value == LabelJob.Copies {
  fileprivate static let copies = OptionValue("N|stock", .words(["stock"])) { text, option in
    if text == "stock" { return .stock }
    guard let count = Int(text), (1...LabelJob.mostLabels).contains(count) else {
      throw UsageError.needsNumber(option: option, least: 1, not: text)
    }
    return .each(count)
  }
}

extension OptionValue where Value == [Double] {
  /// Two numbers, or one that stands for both.
  fileprivate static func pair(
    _ placeholder: String, within range: ClosedRange<Double>
  ) -> OptionValue {
    OptionValue(placeholder) { text, option in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers.last ?? nil,
        range.contains(first), range.contains(last)
      else { throw UsageError.needsName(option: option, placeholder: placeholder) }
      return [first, last]
    }
  }
}

/// A name that is not known is a mistake in the call.
private func known<Value>(_ find: () throws -> Value) throws -> Value {
  do { return try find() } catch let error where error is SheetRefusal || error is LayoutRefusal {
    throw UsageError.unknown(error.sentence)
  }
}

// SPDX-License-Identifier: Apache-2.0
// `vitrinectl labels`.

import Catalog
import Foundation
import Paper
import Wording

extension Verb {
  static let labels = Verb(
    "labels", "[ID…]", needing: "--sheet NAME --to FILE",
    about: tr("write labels of products as a PDF to print"),
    details: tr(
      """
      Codes are made of whole dots of the printer, so that they can be scanned: say with --dpi which one it \
      is, and print at 100 %. A code that would be too small, a wrong check digit and a text for which no font \
      has the characters are named, and then nothing is written. Without identifiers and conditions, all \
      products get labels; instead of one with variants these do. With “--copies stock”, what is sold by weight or length gets one. \
      With “--copies arrived”, there are as many as the last command that raised the stock of a product raised it by, such as \
      the import of a delivery.

      A layout is one of the ready ones, one that you made in the window that prints labels, or a file of JSON whose name ends in .json: “vitrinectl labels \
      layouts --json” prints the ready ones as such. Its “logo” is the name of a JPEG. A line shows a field, “unitPrice”, “code” or a “text”; \
      its “size” is in points on a label 30 mm high; it may be “bold”, have up to so many “lines”, and \
      “align” as leading, centre or trailing. The “unitPrice” is for what was chosen in the Preferences, else as your country \
      has it. A code is that “of” a field or of the “link” to the product, else of the GTIN, SKU or link, and its “kind” ean-13, ean-8, upc-a, code-128, itf, qr or data-matrix.
      """),
    use: .reading, options: LabelRequest.options, of: LabelRequest()
  ) { request, words in
    let selection = try request.list.selection(of: words)
    let job = try request.job()
    guard let file = request.file else { throw UsageError.needs(.labelFile) }
    return { store, output in
      guard let given = try await selection.identifiers(in: store) else { return .failed }
      let ids = try await store.goods(of: given)
      let progress = ProgressReporter { tr("Printing labels: %@ products", $0) }
      defer { progress.end() }
      let result = try await job.write(
        ids, of: store, to: URL(fileURLWithPath: file), complain: { Terminal.complain($0) },
        progress: { try progress.report($0, $1) })
      try output.say(
        result,
        tr(
          "%1$@ on %2$@.", tr("1 label", "%@ labels", count: result.labels),
          tr("1 page", "%@ pages", count: result.pages)))
      return result.leftOut == 0 ? .fine : .failed
    }
  }

  static let labelSheets = Verb(
    "labels sheets", about: tr("list the sheets of labels by maker and number"),
    details: tr(
      """
      A line has the name, the size of a label and how many are on a sheet, and other numbers of the same \
      labels. Of a roll, each label is a page.
      """), common: .ofTables, options: [OptionGroup<Bool>](), of: false
  ) { _, common, _ in
    {
      try Output(asJSON: common.asJSON).say(each: SheetTable.all.map(SheetRecord.init)) { $0.text }
      return .fine
    }
  }

  static let labelLayouts = Verb(
    "labels layouts", about: tr("list the layouts of labels: the ready ones, and your own"),
    common: .ofTables, options: [OptionGroup<Bool>](), of: false
  ) { _, common, _ in
    {
      let own = try LabelRequest.ownLayouts.read().sorted { $0.key < $1.key }.map(\.value)
      try Output(asJSON: common.asJSON).say(each: LabelLayout.ready + own) {
        "\($0.name.printable())\t\($0.about ?? tr("your own", context: "a layout of labels"))"
      }
      return .fine
    }
  }

  static let labelRuler = Verb(
    "labels ruler", needing: "--to FILE",
    about: tr("write a page to measure a printer by, for --shift and --scale"),
    common: .ofProgram, options: LabelRequest.rulerOptions, of: LabelRequest()
  ) { request, _, _ in
    guard let file = request.file else { throw UsageError.needs(.labelFile) }
    let ruler = try request.ruler()
    return {
      try ruler.write(to: URL(fileURLWithPath: file))
      return .fine
    }
  }
}

/// A sheet as it is listed.
private struct SheetRecord: Encodable {
  let name: String
  let numbers: [String]
  /// In millimetres.
  let width, height, pageWidth, pageHeight: Double
  let columns, rows: Int

  init(_ sheet: LabelSheet) {
    func rounded(_ length: Double) -> Double { (length.inMillimetres * 100).rounded() / 100 }
    (name, numbers, columns, rows) = (sheet.name, sheet.numbers, sheet.columns, sheet.rows)
    (width, height) = (rounded(sheet.label.width), rounded(sheet.label.height))
    (pageWidth, pageHeight) = (rounded(sheet.page.width), rounded(sheet.page.height))
  }

  var text: String {
    let others = numbers.dropFirst().joined(separator: " ")
    return ["\(name)", "\(width) × \(height) mm", "\(columns) × \(rows)", others]
      .joined(separator: "\t")
  }
}

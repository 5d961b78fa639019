// SPDX-License-Identifier: Apache-2.0
// `vitrinectl print`.

import Catalog
import Foundation
import Paper
import PictureScaling
import Publishing
import Wording

extension Verb {
  static let printing = Verb(
    "print", "[ID…]", needing: "--to FILE",
    about: tr("write a list, sheets or a catalogue as a PDF"),
    details: tr(
      """
      A list is a table with a row for each product. Sheets have a page or more for each, with its \
      pictures and all that is said of it. A catalogue has a cover, contents, and the products by \
      category. Without identifiers and conditions, all products are printed. Stock, supplier and custom \
      fields are only printed if --fields names them.
      """),
    use: .reading, options: PrintRequest.options, of: PrintRequest()
  ) { request, words in
    let selection = try request.list.selection(of: words)
    guard let file = request.file else { throw UsageError.needs(.printedFile) }
    return { store, output in
      guard let chosen = try await selection.products(in: store) else { return .failed }
      let document = try await request.document(in: store)
      let progress = ProgressReporter { tr("Printing: %@ products", $0) }
      defer { progress.end() }
      let result = try await document.write(chosen.ids, of: store, to: URL(fileURLWithPath: file)) {
        try progress.report($0, $1)
      }
      complain(of: result.problems)
      for text in result.lackingCharacters {
        Terminal.complain(
          tr("No font here has all characters of “%@”.", text.printable()))
      }
      try output.say(
        result,
        tr(
          "%1$@ printed on %2$@.", Counted.products(result.products),
          tr("1 page", "%@ pages", count: result.pages)))
      return chosen.areAll ? .fine : .failed
    }
  }

  static func complain(of problems: [UnshownPicture]) {
    for problem in problems { Terminal.complain(problem.sentence) }
  }
}

private struct PrintRequest: Sendable {
  var look = CustomerLook()
  var list = ListedSelection()
  private(set) var file: String?
  private var kind = PrintedDocument.Kind.list
  private var layout = PrintedDocument.Layout.grid
  private var paper = CGSize.a4
  private var logo: String?
  private var taxLine = ""
  private var hasPrices = true
  private var hasNotes = false

  func document(in store: CatalogStore) async throws -> PrintedDocument {
    let usual = kind == .list ? PrintedDocument.usualListFields : .usual
    var fields = try await look.fields(in: store, usual: usual)
    if !hasPrices { fields = fields.withoutPrices }
    let usualTitle =
      kind == .list
      ? tr("Products", context: "heading of a page")
      : tr("Catalogue", context: "title of a web page")
    var document = PrintedDocument(
      title: look.title ?? usualTitle, fields: fields, language: look.language)
    (document.kind, document.layout, document.paper) = (kind, layout, paper)
    (document.taxLine, document.hasNotes) = (taxLine, hasNotes)
    document.logo = logo.map { URL(fileURLWithPath: $0) }
    document.decoder = PictureScaler.program()
    return document
  }

  static let options: [OptionGroup<PrintRequest>] =
    [OptionGroup(own + CustomerLook.options.map { $0.lifted(to: \PrintRequest.look) })]
    + ListedSelection.options.map { $0.lifted(to: \PrintRequest.list) }

  private static let own: [VerbOption<PrintRequest>] = [
    VerbOption("--to", .file, about: tr("the PDF; one that exists is replaced")) {
      $0.file = $1
    },
    VerbOption(
      "--as", .choice("KIND", of: PrintedDocument.Kind.allCases.map(\.rawValue)),
      about: tr("list (the default), sheets or catalogue")
    ) { $0.kind = PrintedDocument.Kind(rawValue: $1) ?? .list },
    VerbOption(
      "--layout", .choice("LAYOUT", of: PrintedDocument.Layout.allCases.map(\.rawValue)),
      about: tr(
        "of a catalogue: grid (the default), three products side by side; rows, with descriptions"
      )
    ) { $0.layout = PrintedDocument.Layout(rawValue: $1) ?? .grid },
    VerbOption(
      "--paper", .choice("PAPER", of: ["A4", "letter"]),
      about: tr("A4 (the default) or letter")
    ) { $0.paper = $1 == "letter" ? .usLetter : .a4 },
    VerbOption("--logo", .file, about: tr("a picture on the cover of a catalogue")) {
      $0.logo = $1
    },
    VerbOption(
      "--prices", .choice("yes|no", of: ["yes", "no"]), about: tr("with prices or without")
    ) { $0.hasPrices = $1 == "yes" },
    VerbOption(
      "--tax-line", .text("TEXT"),
      about: tr("a line about prices on each page, such as which tax they include")
    ) { $0.taxLine = $1 },
    VerbOption("--notes", about: tr("print the notes of products on sheets")) {
      $0.hasNotes = true
    },
  ]
}

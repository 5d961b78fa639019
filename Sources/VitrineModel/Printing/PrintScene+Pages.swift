// SPDX-License-Identifier: Apache-2.0
// What is printed, and where it goes: into a file or to a printer. On any failure there is no file, or the one that was
// there before.

import Catalog
import Foundation
import Paper
import Publishing
import Wording

extension PrintScene {
  // MARK: What is printed

  func products() async throws -> [UUID] {
    if state.isOfSelected { return try await catalogue.store.stillThere(state.products) }
    return try await catalogue.store.identifiersInFamilies(of: state.query)
  }

  func document() async throws -> PrintedDocument {
    let choices = state.choices
    var fields = PublicFields.usual
    if choices.kind == .list {
      let every = FormField.listed(try await catalogue.store.fields())
      let columns = state.columns.compactMap { name in every.first { $0.id.text == name }?.field }
      fields = columns.isEmpty ? PrintedDocument.usualListFields : PublicFields(columns)
    }
    if !choices.hasPrices { fields = fields.withoutPrices }
    var document = PrintedDocument(
      title: title.allSatisfy(\.isWhitespace) ? usualTitle : title, fields: fields,
      language: PublicLanguage(unitPrices: catalogue.unitPrices))
    switch choices.kind {
    case .list: document.kind = .list
    case .sheets: document.kind = .sheets
    case .catalogue: document.kind = .catalogue
    }
    document.layout = choices.layout == .grid ? .grid : .rows
    document.paper = choices.paper == .a4 ? .a4 : .usLetter
    (document.taxLine, document.hasNotes) = (choices.taxLine, choices.hasNotes)
    if !choices.logo.isEmpty { document.logo = URL(fileURLWithPath: choices.logo) }
    document.decoder = decoder
    return document
  }

  /// What it is called if nothing was typed.
  public var usualTitle: String {
    choices.kind == .list
      ? tr("Products", context: "heading of a page")
      : tr("Catalogue", context: "title of a web page")
  }

  // MARK: Where it goes

  public var fileName: String {
    let name = title.allSatisfy(\.isWhitespace) ? usualTitle : title
    return name.asFileName + ".pdf"
  }

  /// Writes a PDF, which has its name only when it is whole.
  public func save(to file: URL) {
    guard work == nil else { return }
    begin { scene, progress in
      let ids = try await scene.products()
      let document = try await scene.document()
      let result = try await document.write(
        ids, of: scene.catalogue.store, to: file, progress: progress)
      try? await scene.kept.keep(scene.state.choices)
      let saved = tr(
        "Saved: %1$@ in “%2$@”", tr("1 page", "%@ pages", count: result.pages),
        file.lastPathComponent)
      return ([saved] + Self.remarks(result.problems, result.lackingCharacters))
        .joined(separator: "\n")
    } failed: {
      tr("Not saved: %@", $0)
    }
  }

  /// What is not as it should be on the pages.
  static func remarks(_ problems: [UnshownPicture], _ lackingCharacters: [String]) -> [String] {
    problems.prefix(3).map(\.sentence)
      + lackingCharacters.prefix(1).map { tr("No font here has all characters of “%@”.", $0) }
  }

  /// Says that pages were handed to a printer, and what is not as it should be on them.
  public func wereHandedOver(_ pages: ForPrinter) {
    Task {
      let found = await pages.pages.found
      let sentence = tr(
        "1 page handed to the printer", "%@ pages handed to the printer", count: pages.count)
      messages.notify(
        ([sentence] + Self.remarks(found.problems, found.lackingCharacters))
          .joined(separator: "\n"))
    }
  }

  /// What is given to a printer.
  public struct ForPrinter: Sendable {
    public let pages: PrinterPages
    public let count: Int
    /// In points, of the first page.
    public let size: CGSize
  }

  /// Counts the pages, which a printer has to know before. Nil if there are none, which is said.
  public func pagesToPrint(_ done: @escaping @MainActor (ForPrinter) -> Void) {
    guard work == nil else { return }
    begin { scene, progress in
      let ids = try await scene.products()
      guard !ids.isEmpty else { throw PrintProblem.nothing }
      let document = try await scene.document()
      let store = scene.catalogue.store
      let (count, size) = try await document.count(ids, in: store, progress: progress)
      try? await scene.kept.keep(scene.state.choices)
      done(
        ForPrinter(
          pages: PrinterPages(document, of: ids, in: store, count: count), count: count,
          size: size))
      return nil
    } failed: {
      tr("Not printed: %@", $0)
    }
  }

  public func cancel() { writing?.cancel() }

  /// - Parameter body: returns what there is to say.
  private func begin(
    _ body: @escaping @MainActor (PrintScene, @escaping PublishingProgress) async throws -> String?,
    failed: @escaping @MainActor (String) -> String
  ) {
    work = Work(products: 0, fraction: 0)
    changed.notify(())
    let pace = Pace()
    let progress: PublishingProgress = { [weak self] products, fraction in
      try Task.checkCancellation()
      guard pace.progress(products, fraction) != nil else { return }
      Task { @MainActor [weak self] in
        guard let self, self.work != nil else { return }
        self.work = Work(products: products, fraction: fraction)
        self.changed.notify(())
      }
    }
    writing = Task { [weak self] in
      guard let self else { return }
      var sentence: String?
      do {
        sentence = try await self.catalogue.whileWriting { try await body(self, progress) }
      } catch is CancellationError {
        sentence = tr("Stopped. Nothing was written.")
      } catch {
        sentence = failed(error.sentence)
      }
      self.work = nil
      self.changed.notify(())
      if let sentence { self.messages.notify(sentence) }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// `vitrinectl publish`.

import Catalog
import Foundation
import PictureScaling
import Publishing
import Wording

extension Verb {
  static let publish = Verb(
    "publish", "DIR [ID…]", about: tr("write a web page of products into a directory"),
    details: tr(
      """
      DIR gets pages of HTML that need no server: a list, a page for each category and each product, and \
      a search. They work from a disk or a stick as well. Variants are shown on the page of their \
      product. Called again, it writes only what has changed, and removes pages of products that are \
      gone; what was not written by it stays. Without identifiers and conditions, all products are \
      published. Stock, supplier and custom fields are only published if --fields names them; notes \
      never are, and captions of photos only with --captions. The options in which variants differ are always shown: customers choose by them. Photos are made smaller by “vitrine”, which must be installed beside “vitrinectl”; \
      without it a JPEG or PNG is published in its size, without what a camera has written into it but how it is turned, and a GIF or WebP as it is.
      """),
    use: .reading, options: PublishRequest.options, of: PublishRequest()
  ) { request, words in
    let selection = try request.list.selection(of: Array(words.dropFirst()))
    let directory = URL(fileURLWithPath: words[0])
    return { store, output in
      let fields = try await request.look.fields(in: store)
      guard let chosen = try await selection.products(in: store) else { return .failed }
      let decoder = PictureScaler.program()
      var publication = Publication(
        title: request.look.title ?? tr("Catalogue", context: "title of a web page"),
        fields: fields,
        language: request.look.language, decoder: decoder)
      publication.hasCaptions = request.hasCaptions
      publication.isReplacing = request.isReplacing
      let progress = ProgressReporter { tr("Publishing: %@ products", $0) }
      defer { progress.end() }
      let result: Publication.Result
      do {
        result = try await publication.write(chosen.ids, of: store, to: directory) {
          try progress.report($0, $1)
        }
      } catch let error as UnfinishedPublication where error.isStopped {
        Terminal.complain(error.sentence)
        return Interruption.shared.status
      } catch let error as PageOfAnotherCatalogue {
        Terminal.complain(error.sentence + " " + tr("“--force” replaces it."))
        return .failed
      }
      complain(of: result.problems)
      if decoder == nil, result.pictures > 0 {
        Terminal.complain(
          tr("Without “vitrine”, pictures were published as they are, and not in smaller sizes."))
      }
      try output.say(
        result,
        tr(
          "%1$@ and %2$@ published. Files written: %3$@, removed: %4$@.",
          Counted.products(result.products), Counted.pictures(result.pictures),
          numberText(result.written), numberText(result.removed)))
      return chosen.areAll ? .fine : .failed
    }
  }
}

private struct PublishRequest: Sendable {
  var look = CustomerLook()
  var list = ListedSelection()
  private(set) var hasCaptions = false
  private(set) var isReplacing = false

  static let options =
    [OptionGroup(CustomerLook.options.map { $0.lifted(to: \PublishRequest.look) } + own)]
    + ListedSelection.options.map { $0.lifted(to: \PublishRequest.list) }

  private static let own: [VerbOption<PublishRequest>] = [
    VerbOption("--captions", about: tr("show the captions of photos")) { $0.hasCaptions = true },
    VerbOption("--force", about: tr("replace the web page of another catalogue")) {
      $0.isReplacing = true
    },
  ]
}

// SPDX-License-Identifier: Apache-2.0
// `vitrinectl rescue`. It does not open the catalogue, so it works even if that is refused.

import Catalog
import Foundation
import Wording

extension Verb {
  static let rescue = Verb(
    "rescue", "DIR", about: tr("copy what is yours to a new directory, without what others put in"),
    details: tr(
      """
      For a catalogue into which another program has put something that would run by itself, or in which \
      it has changed tables. Products, notes, pictures, fields, saved searches and, if it is sound, the \
      history are copied from the tables that are Vitrine’s own, without running anything else. What was \
      left out is listed. The catalogue itself stays as it is.
      """),
    common: .ofCatalog, options: [OptionGroup<Bool>](), of: false
  ) { _, common, words in
    let (directory, output) = (try common.directory(), Output(asJSON: common.asJSON))
    let target = URL(fileURLWithPath: words[0])
    return {
      guard CatalogStore.exists(in: directory) else {
        Terminal.complain(tr("There is no catalogue in “%@”.", directory.path))
        return .failed
      }
      let copy = try await ProgressReporter { tr("Copying: %@ pictures", $0) }.run {
        try await CatalogStore.copyOwn(from: directory, to: target, progress: $0)
      }
      try output.say(RescueRecord(copy), copy.sentences.joined(separator: "\n"))
      return .fine
    }
  }
}

private struct RescueRecord: Encodable {
  let products: Int
  let foreignParts, tablesLeftOut: [String]
  let rowsLeftOut, picturesMissing: Int
  let hasHistory: Bool

  init(_ copy: OwnCopy) {
    products = copy.products
    foreignParts = copy.foreignParts
    tablesLeftOut = copy.tablesLeftOut
    rowsLeftOut = copy.rowsLeftOut
    picturesMissing = copy.picturesMissing
    hasHistory = copy.hasHistory
  }
}

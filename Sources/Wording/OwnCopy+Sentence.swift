// SPDX-License-Identifier: Apache-2.0
// What became of a catalogue that another program had changed, as sentences.

import Catalog
import Foundation

extension OwnCopy {
  private static let mostNamed = 10

  /// What was copied, and what was left out.
  public var sentences: [String] {
    var sentences = [tr("1 product copied.", "%@ products copied.", count: products)]
    if !foreignParts.isEmpty {
      sentences.append(tr("Of another program, and left out: %@.", Self.names(foreignParts)))
    }
    if !tablesLeftOut.isEmpty {
      sentences.append(
        tr("Changed so much that nothing in it was read: %@.", Self.names(tablesLeftOut)))
    }
    if rowsLeftOut > 0 {
      sentences.append(
        tr(
          "1 row was left out: Vitrine does not write such rows.",
          "%@ rows were left out: Vitrine does not write such rows.", count: rowsLeftOut))
    }
    if picturesMissing > 0 {
      sentences.append(
        tr(
          "1 picture is missing or altered.", "%@ pictures are missing or altered.",
          count: picturesMissing))
    }
    if !hasHistory {
      sentences.append(tr("The history was left out: its steps don’t fit the products."))
    }
    if let setAside {
      sentences.append(tr("The file as it was is now “%@”.", setAside.path))
    }
    return sentences
  }

  private static func names(_ all: [String]) -> String {
    let named = all.prefix(mostNamed).map { tr("“%@”", $0.printable()) }.joined(separator: ", ")
    return all.count > mostNamed ? named + ", …" : named
  }
}

// SPDX-License-Identifier: Apache-2.0
// What was put back from a backup, what could not be, and what is in a copy of the catalogue, as sentences.

import Catalog
import Foundation

extension PutBackResult {
  public var sentences: [String] {
    var sentences: [String] = []
    if returned > 0 {
      sentences.append(tr("1 product put back.", "%@ products put back.", count: returned))
    }
    if changed > 0 {
      sentences.append(
        tr("1 product is as it was.", "%@ products are as they were.", count: changed))
    }
    if returned + changed == 0 { sentences.append(tr("There was nothing to put back.")) }
    if picturesMissing > 0 {
      sentences.append(
        tr(
          "1 photo could not be put back: its file is missing or damaged.",
          "%@ photos could not be put back: their files are missing or damaged.",
          count: picturesMissing))
    }
    if !fieldsLeftOut.isEmpty {
      let names = fieldsLeftOut.map { tr("“%@”", $0.printable()) }.joined(separator: ", ")
      sentences.append(tr("Left out, because these fields are of another kind now: %@.", names))
    }
    return sentences
  }
}

extension SavedCopy {
  public var sentence: String {
    let saved = tr(
      "Copy with 1 product saved.", "Copy with %@ products saved.", count: products)
    guard picturesMissing > 0 else { return saved }
    return saved + " "
      + tr(
        "1 photo is not in it: its file is missing or damaged.",
        "%@ photos are not in it: their files are missing or damaged.", count: picturesMissing)
  }
}

// SPDX-License-Identifier: Apache-2.0
// What is in a copy of the catalogue, as a sentence.

import Catalog

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

// SPDX-License-Identifier: Apache-2.0
// Why nothing is published into a folder.

import Foundation
import Wording

enum FolderRefused: LocalizedError {
  /// It has this file, which was not written from here.
  case hasOtherFiles(file: String)
  /// The record of what was published there can't be read, or is of a newer version.
  case unknownRecord(file: String)

  var errorDescription: String? {
    switch self {
    case .hasOtherFiles(let file):
      tr("“%@” was not published from here, so it is not replaced. Choose an empty folder.", file)
    case .unknownRecord(let file):
      tr(
        "“%@”, which says what was published before, cannot be read. Choose another folder, or remove this one yourself.",
        file)
    }
  }
}

/// What was published there shows products of another catalogue and none of this one: all of it would be removed.
package struct PageOfAnotherCatalogue: LocalizedError {
  let folder: String

  package var errorDescription: String? {
    tr(
      "“%@” has the web page of another catalogue, so it is not replaced. Choose an empty folder.",
      folder)
  }
}

struct NothingToPublish: LocalizedError {
  var errorDescription: String? { tr("There are no products to publish. Nothing was changed.") }
}

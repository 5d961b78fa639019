// SPDX-License-Identifier: Apache-2.0
// Findings and notices of the catalogue as sentences.

import Catalog
import Foundation

extension CatalogProblem {
  public var sentence: String {
    switch self {
    case .damagedFile(let reason): tr("The file is damaged: %@.", reason)
    case .strayRows(let count, let table):
      tr("Rows of %1$@ belong to no product: %2$@.", table, numberText(count))
    case .value(let refusal, let product, let id):
      tr("“%1$@” (%2$@): %3$@", product, id.uuidString, refusal.sentence)
    case .alteredPicture(let file): tr("The picture file “%@” has been altered.", file)
    case .staleSearchIndex:
      tr("The search index does not match the products; “vitrinectl compact” rebuilds it.")
    case .staleKeys(let count):
      tr(
        "%@ product is sorted and found by another text than it has; “vitrinectl compact” mends that.",
        "%@ products are sorted and found by other texts than they have; “vitrinectl compact” mends that.",
        count: count)
    case .staleDoubles(let count):
      tr(
        "%@ code is wrongly listed as repeated, or not listed; “vitrinectl compact” mends that.",
        "%@ codes are wrongly listed as repeated, or not listed; “vitrinectl compact” mends that.",
        count: count)
    case .missingPart(type: "index", let name):
      tr(
        "The file’s index “%@” is missing or different; “vitrinectl compact” rebuilds it.", name)
    case .missingPart(type: "trigger", let name):
      tr(
        "The file’s trigger “%@” is missing or different; “vitrinectl compact” makes it anew.", name
      )
    case .missingPart(let type, let name):
      tr(
        "The file’s %1$@ “%2$@” is missing or different. Restoring a backup puts it back.", type,
        name)
    case .foreignPart(let type, let name):
      tr("Another program has put this into the file: %1$@ “%2$@”.", type, name)
    case .placesAtEnd(let count):
      tr(
        "%@ product is at a position that no other can follow; moving it fixes that.",
        "%@ products are at positions that no other can follow; moving them fixes that.",
        count: count)
    case .unfitStep(let command, let isUndo):
      CatalogError.unfit(command, isUndo: isUndo).sentence
    case .unreadable(let error): error.sentence
    }
  }
}

extension CatalogNotice {
  /// - Parameter date: formats the date of the backup in the user's locale.
  public func sentence(_ date: (CatalogBackup) -> String) -> String {
    switch self {
    case .backupFailed(let error):
      tr("The daily backup could not be made. %@", error.sentence)
    case .damaged(let error, let backup?):
      tr(
        "%1$@ “vitrinectl restore” replaces it with the backup of %2$@.", error.sentence,
        date(backup))
    case .damaged(let error, nil): error.sentence
    }
  }
}

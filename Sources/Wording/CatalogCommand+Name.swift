// SPDX-License-Identifier: Apache-2.0
// What the history and Undo call each command of the catalogue.

import Catalog

extension TakenBack {
  /// What became of the products.
  public var sentence: String {
    let parts = [
      removed > 0 ? tr("1 product is gone", "%@ products are gone", count: removed) : nil,
      restored > 0
        ? tr("1 product is as it was", "%@ products are as they were", count: restored) : nil,
      kept > 0
        ? tr(
          "1 product keeps what was edited since", "%@ products keep what was edited since",
          count: kept) : nil,
    ].compactMap(\.self)
    return parts.isEmpty
      ? tr("Nothing of the import is left to take back")
      : tr("Import taken back: %@", parts.joined(separator: ", "))
  }
}

extension CatalogCommand {
  /// The name of the command, such as “Delete 3 Products”.
  public var name: String {
    switch kind {
    case .createProduct: tr("New Product", "%@ New Products", count: count)
    case .editProduct: tr("Edit Product", "Edit %@ Products", count: count)
    case .deleteProducts: tr("Delete Product", "Delete %@ Products", count: count)
    case .restoreProducts: tr("Restore Product", "Restore %@ Products", count: count)
    case .eraseProducts: tr("Erase Product", "Erase %@ Products", count: count)
    case .importProducts: tr("Import Product", "Import %@ Products", count: count)
    case .takeBackImport:
      tr("Take Back Imported Product", "Take Back %@ Imported Products", count: count)
    case .putBackProducts: tr("Put Back Product", "Put Back %@ Products", count: count)
    case .mergeCopies: tr("Merge Copies of the Catalogue")
    case .mergeProducts: tr("Merge Product", "Merge %@ Products", count: count)
    case .makeVariants: tr("New Variant", "%@ New Variants", count: count)
    case .joinVariants: tr("Make a Variant", "Make %@ Variants", count: count)
    case .leaveVariants: tr("Separate Variant", "Separate %@ Variants", count: count)
    case .setOptions: tr("Change Options of Variants")
    case .moveProducts: tr("Move Product", "Move %@ Products", count: count)
    case .renameCategory: tr("Rename Category")
    case .renameTag: tr("Rename Tag")
    case .addNote: tr("New Note")
    case .editNote: tr("Edit Note")
    case .moveNote: tr("Move Note")
    case .deleteNote: tr("Delete Note")
    case .restoreNote: tr("Restore Note")
    case .addPictures: tr("Add Photos")
    case .removePicture: tr("Remove Photo")
    case .movePicture: tr("Move Photo")
    case .turnPicture: tr("Rotate Photo")
    case .replacePicture: tr("Replace Photo")
    case .editCaption: tr("Edit Caption")
    case .addField: tr("New Field")
    case .editField: tr("Edit Field")
    case .removeField: tr("Remove Field")
    case .addSavedSearch: tr("Save Search")
    case .renameSavedSearch: tr("Rename Saved Search")
    case .editSavedSearch: tr("Change Saved Search")
    case .moveSavedSearch: tr("Move Saved Search")
    case .removeSavedSearch: tr("Delete Saved Search")
    case .setTemplate: tr("Set Template")
    case .removeTemplate: tr("Remove Template")
    case .chooseFields: tr("Choose Fields of a Form")
    case .forgetSource: tr("Forget Source")
    case .markDistinct: tr("Mark as Different Products")
    case .forgetMarkedDistinct: tr("Show Marked Duplicates Again")
    case .other: tr("Change", context: "name of a step in the history that nothing else describes")
    }
  }
}

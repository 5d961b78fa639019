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
    case .missingPart(type: "index", let name):
      tr(
        "The file’s index “%@” is missing or different; “vitrinectl compact” rebuilds it.", name)
    case .missingPart(let type, let name):
      tr(
        "The file’s %1$@ “%2$@” is missing or different. Restoring a backup puts it back.", type,
        name)
    case .foreignPart(let type, let name):
      tr("The file has a %1$@ “%2$@”, which another program put there.", type, name)
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

extension HistoryLoss {
  public var sentence: String {
    switch kind {
    case .undo(older: 0):
      tr("“%@” could not be undone afterwards: it changes too much.", command.name)
    case .undo(let older):
      HistoryLoss(.undo(older: 0), by: command).sentence + " "
        + tr(
          "One older command could not be undone either.",
          "%@ older commands could not be undone either.", count: older)
    case .older(let count):
      tr("“%@” is a large change.", command.name) + " "
        + tr(
          "After it, one older command could not be undone.",
          "After it, %@ older commands could not be undone.", count: count)
    case .redo(later: 0):
      tr("“%@” could not be redone after it is undone: it is too large.", command.name)
    case .redo(let later):
      HistoryLoss(.redo(later: 0), by: command).sentence + " "
        + tr(
          "One later command could not be redone either.",
          "%@ later commands could not be redone either.", count: later)
    case .later(let count):
      tr("“%@” is a large change.", command.name) + " "
        + tr(
          "After it is undone, one command that was undone before could not be redone.",
          "After it is undone, %@ commands that were undone before could not be redone.",
          count: count)
    }
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
    case .mergeProducts: tr("Merge Product", "Merge %@ Products", count: count)
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
    case .markDistinct: tr("Mark as Different Products")
    case .forgetMarkedDistinct: tr("Show Marked Duplicates Again")
    case .other: tr("Change", context: "name of a step in the history that nothing else describes")
    }
  }
}

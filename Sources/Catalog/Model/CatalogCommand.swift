// What was done to the catalogue, by name: what Undo says it will undo. The parts are given apart
// too, so that a window can say it in the person's language.

import Foundation

/// One change the person made, of however many products; one step of undo.
public struct CatalogCommand: Sendable, Equatable {
  /// What kinds of change there are. The raw values are kept in the catalogue's file.
  public enum Kind: String, Sendable, CaseIterable {
    case createProduct, editProduct, deleteProducts, restoreProducts, eraseProducts
    case importProducts
    case moveProducts, renameCategory, renameTag
    case addNote, editNote, moveNote, deleteNote, restoreNote
    case addImages, removeImage, moveImage, editCaption
    /// Something a newer version of the program did.
    case other
  }

  public let kind: Kind
  /// How many products it is about.
  public let count: Int
  public let moment: Date

  public init(kind: Kind, count: Int, moment: Date) {
    self.kind = kind
    self.count = count
    self.moment = moment
  }

  /// The name in English, such as "Delete 3 Products".
  public var name: String {
    let products = count == 1 ? "Product" : "\(count) Products"
    return switch kind {
    case .createProduct: "New Product"
    case .editProduct: "Edit \(products)"
    case .deleteProducts: "Delete \(products)"
    case .restoreProducts: "Restore \(products)"
    case .eraseProducts: "Erase \(products)"
    case .importProducts: "Import \(products)"
    case .moveProducts: "Move \(products)"
    case .renameCategory: "Rename Category"
    case .renameTag: "Rename Tag"
    case .addNote: "New Note"
    case .editNote: "Edit Note"
    case .moveNote: "Move Note"
    case .deleteNote: "Delete Note"
    case .restoreNote: "Restore Note"
    case .addImages: "Add Photos"
    case .removeImage: "Remove Photo"
    case .moveImage: "Move Photo"
    case .editCaption: "Edit Caption"
    case .other: "Change"
    }
  }
}

/// What can be undone and redone.
public struct CommandHistory: Sendable, Equatable {
  /// The newest first: the first is what Undo would undo.
  public let undoable: [CatalogCommand]
  /// The first is what Redo would do again.
  public let redoable: [CatalogCommand]
  /// How many older commands were forgotten, because what undoing them needs grew too large.
  public let forgotten: Int

  public init(undoable: [CatalogCommand], redoable: [CatalogCommand], forgotten: Int) {
    self.undoable = undoable
    self.redoable = redoable
    self.forgotten = forgotten
  }
}

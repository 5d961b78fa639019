// SPDX-License-Identifier: Apache-2.0
// What was done to the catalogue, as facts: the module `Wording` makes the name that Undo shows.

import Foundation

/// One change that a user made, to any number of products; one step of undo.
public struct CatalogCommand: Sendable, Equatable {
  /// The kinds of change. The raw values are stored in the catalogue's file.
  public enum Kind: String, Sendable, CaseIterable {
    case createProduct, editProduct, deleteProducts, restoreProducts, eraseProducts
    case importProducts
    /// An import alone, whatever was done since.
    case takeBackImport
    /// Products of a backup or of another copy, as they are there.
    case putBackProducts
    case mergeProducts
    case makeVariants, joinVariants, leaveVariants, setOptions
    case moveProducts, renameCategory, renameTag
    case addNote, editNote, moveNote, deleteNote, restoreNote
    case addField, editField, removeField
    case addSavedSearch, renameSavedSearch, editSavedSearch, moveSavedSearch, removeSavedSearch
    case setTemplate, removeTemplate, chooseFields
    case forgetSource
    /// What somebody decided between two copies of the catalogue.
    case mergeCopies
    case markDistinct = "tellApart"
    case forgetMarkedDistinct = "forgetToldApart"
    case editCaption
    case addPictures = "addImages"
    case removePicture = "removeImage"
    case movePicture = "moveImage"
    case turnPicture = "turnImage"
    case replacePicture = "replaceImage"
    /// Something a newer version of the program did.
    case other
  }

  public let kind: Kind
  /// How many products it is about.
  public let count: Int
  public let moment: Date
  /// Unique among the commands that its catalogue remembers, whereas two may have the same moment;
  /// 0 for a command that is in no history.
  public let number: Int

  public init(kind: Kind, count: Int, moment: Date, number: Int = 0) {
    self.kind = kind
    self.count = count
    self.moment = moment
    self.number = number
  }
}

/// What can be undone and redone.
public struct CommandHistory: Sendable, Equatable {
  /// Newest first: the first is what Undo would undo.
  public let undoable: [CatalogCommand]
  /// The first is what Redo would redo.
  public let redoable: [CatalogCommand]
  /// How many older commands were forgotten because their history grew too large.
  public let forgotten: Int

  public init(undoable: [CatalogCommand], redoable: [CatalogCommand], forgotten: Int) {
    self.undoable = undoable
    self.redoable = redoable
    self.forgotten = forgotten
  }
}

/// What Undo and Redo would do now.
public struct NextCommands: Sendable, Equatable {
  public let undoable: CatalogCommand?
  public let redoable: CatalogCommand?
}

/// What a step is about.
public struct StepDetail: Sendable, Equatable {
  /// The first product that it touched; as it is called now, if it is still there.
  public var title: String?
  /// That product with what the step changed as it was before, and afterwards; nil unless it was there both times. What
  /// the step did not change is as it is now.
  public var before: Product?
  public var after: Product?

  public init(title: String? = nil, before: Product? = nil, after: Product? = nil) {
    (self.title, self.before, self.after) = (title, before, after)
  }
}

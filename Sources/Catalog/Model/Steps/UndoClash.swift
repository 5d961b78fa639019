// SPDX-License-Identifier: Apache-2.0
// What undo or redo would overwrite: what something that is no step of the history, such as another program, has changed
// since. It is shown before anything is done.

import Foundation

/// Values that are not as the command left them.
public struct UndoClash: Sendable, Equatable {
  /// What has another value, and what it would become.
  public struct Difference: Sendable, Equatable {
    public enum Part: Sendable, Equatable {
      /// With its name if it is a custom one.
      case field(FieldID, kind: FieldKind, custom: String?)
      case notes, pictures
      /// Nothing of a product, such as a field's name.
      case other
    }

    /// The title of the product; nil for what belongs to none.
    public let product: String?
    public let part: Part
    public let now: FieldValue?
    public let then: FieldValue?
  }

  /// What is to become of the values that are there now.
  public enum Choice: Sendable {
    /// They are overwritten, as with any undo.
    case overwrite
    /// They stay, and the rest of the command is undone.
    case keep
  }

  public let command: CatalogCommand
  public let isUndo: Bool
  /// The first of them.
  public let differences: [Difference]
  public let count: Int
  /// Whether the values can stay: not if the command takes away what has them.
  public let canKeep: Bool
}

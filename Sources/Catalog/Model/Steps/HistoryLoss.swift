// SPDX-License-Identifier: Apache-2.0
// What a command would make the history forget, to be shown before it is carried out.

import Foundation

/// What could no longer be undone, or no longer be redone, after a command.
public struct HistoryLoss: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The command itself could not be undone: it changes more than the history may hold. This many
    /// older commands, which can only be reached through it, are lost, too.
    case undo(older: Int)
    /// This many older commands could no longer be undone.
    case older(Int)
    /// The command being undone could not be redone, nor this many after it.
    case redo(later: Int)
    /// This many commands that were undone before could no longer be redone.
    case later(Int)
  }

  public let kind: Kind
  /// The command about to be carried out or undone.
  public let command: CatalogCommand

  public init(_ kind: Kind, by command: CatalogCommand) {
    self.kind = kind
    self.command = command
  }
}

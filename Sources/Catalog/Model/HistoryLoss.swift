// What a command would make the history forget, to be said before it is done.

import Foundation

/// What could no longer be undone, or no longer be redone, after a command.
public struct HistoryLoss: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The command itself could not be undone: what it changes is more than the history may hold.
    /// With it go so many older ones, which are only reached by way of it.
    case undo(older: Int)
    /// So many older commands could no longer be undone.
    case older(Int)
    /// The command that is to be undone could not be done again, nor so many after it.
    case redo(later: Int)
    /// So many commands that were undone before could not be done again.
    case later(Int)
  }

  public let kind: Kind
  /// What is about to be done or undone.
  public let command: CatalogCommand

  public init(_ kind: Kind, by command: CatalogCommand) {
    self.kind = kind
    self.command = command
  }

  @TaskLocal static var isAccepted = false
}

// SPDX-License-Identifier: Apache-2.0
// What a window says after something was done: a sentence, with a button that takes it back.

/// Something that was done, and how to take it back.
public struct UndoOffer: Sendable {
  public let sentence: String
  /// Whether what was done was to give up something typed: nothing in the catalogue has changed.
  public var isOfTyping = false
  public let undo: @MainActor () -> Void
}

// SPDX-License-Identifier: Apache-2.0
// What a window says after something was done: a sentence, with a button that takes it back.

/// Something that was done, and how to take it back.
public struct UndoOffer {
  public let sentence: String
  public let undo: @MainActor () -> Void
}

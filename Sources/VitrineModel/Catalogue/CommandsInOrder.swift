// SPDX-License-Identifier: Apache-2.0
// What people ask of the catalogue, one after the other, whichever window they ask in: two quick moves
// are written in the order they were made, and a quick Undo takes back what was asked for just before it,
// not what happens to be written already. Adding photos is not part of it, because that may take minutes.

import Catalog
import Wording

@MainActor
final class CommandsInOrder {
  private var last: Task<Void, Never>?
  /// How many have been asked for.
  private(set) var asked = 0

  /// Carries out a command after those before it.
  func perform(_ work: @escaping @MainActor () async -> Void) {
    asked += 1
    let before = last
    last = Task {
      await before?.value
      await work()
    }
  }
}

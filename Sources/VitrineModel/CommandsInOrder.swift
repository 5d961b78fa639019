// What people ask of the catalogue, one after the other, whichever window they ask in: two quick moves
// are written in the order they were made, and a quick Undo takes back what was asked for just before it,
// not what happens to be written already. Photos being added are no part of it: that may take minutes.

import Catalog
import Wording

@MainActor
final class CommandsInOrder {
  private var last: Task<Void, Never>?

  /// Carries out a command after those before it.
  func perform(_ work: @escaping @MainActor () async -> Void) {
    let before = last
    last = Task {
      await before?.value
      await work()
    }
  }
}

/// The commands on one product's notes or photos. Until the last one is done, the list shows what they
/// will lead to.
@MainActor
final class CommandsUnderWay {
  /// Whether the last of them is not done yet.
  var areUnderWay: Bool { count > 0 }
  private let catalogue: OpenCatalogue
  private let messages: Observers<String>
  private var count = 0

  init(_ catalogue: OpenCatalogue, messages: Observers<String>) {
    self.catalogue = catalogue
    self.messages = messages
  }

  /// Carries out a command, and tells the user if it fails; calls `whenAllDone` if no other one has come
  /// by then.
  func perform(
    _ work: @escaping @MainActor (CatalogStore) async throws -> Void,
    whenAllDone: @escaping @MainActor () async -> Void
  ) {
    count += 1
    catalogue.inOrder { [self, catalogue, messages] in
      do { try await work(catalogue.store) } catch {
        messages.notify(tr("Not saved: %@", error.sentence))
      }
      count -= 1
      if count == 0 { await whenAllDone() }
    }
  }
}

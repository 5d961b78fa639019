// SPDX-License-Identifier: Apache-2.0
// What was asked for a list and is not written yet: the list shows it already, and must not be read again
// before the last of it is done.

import Catalog
import Wording

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

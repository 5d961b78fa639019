// The commands on one product's notes or photos, one after the other: two quick moves must be written
// in the order they were made. Until the last one is done, the list shows what they will lead to.

import Catalog
import Wording

@MainActor
final class CommandsInOrder {
  /// Whether the last of them is not done yet.
  var areUnderWay: Bool { count > 0 }
  private let catalogue: OpenCatalogue
  private let messages: Observers<String>
  private var count = 0
  private var last: Task<Void, Never>?

  init(_ catalogue: OpenCatalogue, messages: Observers<String>) {
    self.catalogue = catalogue
    self.messages = messages
  }

  /// Carries out a command after those before it, and tells the user if it fails; calls `whenAllDone`
  /// if no other one has come by then.
  func perform(
    _ work: @escaping @MainActor (CatalogStore) async throws -> Void,
    whenAllDone: @escaping @MainActor () async -> Void
  ) {
    count += 1
    let before = last
    last = Task { [catalogue, messages] in
      await before?.value
      do { try await work(catalogue.store) } catch {
        messages.notify(tr("Not saved: %@", error.sentence))
      }
      count -= 1
      if count == 0 { await whenAllDone() }
    }
  }
}

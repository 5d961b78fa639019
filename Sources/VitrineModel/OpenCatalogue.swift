// The catalogue that all windows of the process share: the store, and its changes brought to the
// main thread.

import Catalog
import Foundation

@MainActor
public final class OpenCatalogue {
  public let store: CatalogStore
  /// Everything that changed, whichever window or process did it.
  public let changes = Observers<CatalogChange>()
  private var listening: Task<Void, Never>?

  public init(_ store: CatalogStore) {
    self.store = store
    let stream = store.changes()
    listening = Task { [weak self] in
      for await change in stream {
        guard let self else { return }
        self.changes.tell(change)
      }
    }
  }

  public func close() async {
    listening?.cancel()
    await store.close()
  }
}

extension Error {
  /// What went wrong, in words.
  public var sentence: String {
    (self as? LocalizedError)?.errorDescription ?? String(describing: self)
  }
}

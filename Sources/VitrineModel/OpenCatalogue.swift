// The catalogue that all windows of the process share: the store, and its changes brought to the
// main thread.

import Catalog
import Foundation

@MainActor
public final class OpenCatalogue {
  public let store: CatalogStore
  /// Everything that changed, whichever window or process did it.
  public let changes = Observers<CatalogChange>()

  public init(_ store: CatalogStore) {
    self.store = store
    let stream = store.changes()
    // Ends with the stream, which the store ends when it closes.
    Task { [weak self] in
      for await change in stream {
        guard let self else { return }
        self.changes.tell(change)
      }
    }
  }
}

extension Error {
  /// What went wrong, in words.
  public var sentence: String {
    (self as? LocalizedError)?.errorDescription ?? String(describing: self)
  }
}

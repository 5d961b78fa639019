// The catalogue that all windows of the process share: the store, with its changes delivered on the
// main thread.

import Catalog
import Foundation
import Wording

@MainActor
public final class OpenCatalogue {
  public let store: CatalogStore
  /// Everything that changed, whichever window or process did it.
  public let changes = Observers<CatalogChange>()
  /// Notices of the catalogue, as sentences.
  public let notices = Observers<String>()
  public let commands: CatalogueCommands
  public let fields: CustomFields
  public let searches: SavedSearchList
  /// The products with something unfinished in an open window.
  public let unfinished = UnfinishedProducts()
  public let counts: PlaceCounts

  public init(_ store: CatalogStore) {
    self.store = store
    commands = CatalogueCommands(store, changes: changes)
    // Before any window is notified of a change, so that each finds the fields about to be read again.
    fields = CustomFields(store, changes: changes)
    searches = SavedSearchList(store, changes: changes)
    counts = PlaceCounts(store, changes: changes, searches: searches, unfinished: unfinished)
    let stream = store.changes()
    // Ends with the stream, which the store ends when it closes.
    Task { [weak self] in
      for await change in stream {
        guard let self else { return }
        self.changes.notify(change)
      }
    }
    let notices = store.notices()
    Task { [weak self] in
      for await notice in notices {
        guard let self else { return }
        self.notices.notify(notice.sentence(\.dateText))
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The photos that a window is adding, as they are saved with it, and those that an earlier run was adding when it ended.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
final class PhotosUnderWay {
  typealias Batch = PhotosUnderWayState.Batch

  @SceneStorage private var state: PhotosUnderWayState
  /// Those of an earlier run, until it goes on with them.
  private var interrupted: [Batch]

  init(_ session: SceneSession) {
    _state = SceneStorage(
      wrappedValue: PhotosUnderWayState(), SceneKey.photosUnderWay, in: session)
    interrupted = _state.wrappedValue.batches
  }

  /// Photos are about to be added. Returns what they are saved as; nil if they are not, since not all of them are files.
  func begin(
    _ sources: [PictureSource], to product: UUID? = nil, at position: Int? = nil,
    as added: [UUID], by grouping: PhotoGrouping? = nil
  ) -> Batch? {
    let files = sources.compactMap { if case .file(let file) = $0 { file.path } else { nil } }
    guard files.count == sources.count else { return nil }
    let batch = Batch(
      product: product, position: position, files: files, added: added,
      grouping: grouping?.rawValue)
    state.batches.append(batch)
    return batch
  }

  /// They were added, or will not be.
  func end(_ batch: Batch?) {
    if let batch { state.batches.removeAll { $0.id == batch.id } }
  }

  /// Those that are to be gone on with, once: those added to a product, or those that become products.
  func takeInterrupted(areProducts: Bool) -> [Batch] {
    let taken = interrupted.filter { ($0.product == nil) == areProducts }
    interrupted.removeAll { ($0.product == nil) == areProducts }
    return taken
  }
}

extension PhotosUnderWayState.Batch {
  var sources: [PictureSource] { files.map { .file(URL(fileURLWithPath: $0)) } }

  /// How they become products. An older version had one of all, or one of each.
  var way: PhotoGrouping {
    grouping.flatMap { PhotoGrouping(rawValue: $0) }
      ?? (added.count == 1 && files.count > 1 ? .one : .each)
  }

  /// Said when it is gone on with.
  var goingOn: String {
    tr(
      "1 photo that was being added is added now", "%@ photos that were being added are added now",
      count: files.count)
  }

  /// Whether the program ended only after they were in the catalogue.
  func isAdded(in store: CatalogStore) async -> Bool {
    await (try? product == nil ? store.hasProduct(among: added) : store.hasPicture(among: added))
      ?? false
  }
}

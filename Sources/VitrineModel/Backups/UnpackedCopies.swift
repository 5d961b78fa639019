// SPDX-License-Identifier: Apache-2.0
// Where copies are unpacked: in the cache, each under what tells the file from others and from what it was before, so that a
// window that comes back finds it there.

import Catalog
import Foundation

struct UnpackedCopies: Sendable {
  private let root: URL

  init(in cache: URL) { root = cache.appendingPathComponent("copies") }

  /// Unpacks a copy, unless it is unpacked already.
  func place(
    of file: URL, progress: @escaping CatalogStore.Progress
  ) async throws -> URL {
    let place = try await offThread { root.appendingPathComponent(try Self.key(of: file)) }
    if await isThere(place) { return place }
    _ = try await CatalogStore.unpackCopy(file, to: place, progress: progress)
    return place
  }

  /// Removes what was unpacked.
  func remove(_ place: URL) async {
    try? await offThread { try FileManager.default.removeItem(at: place) }
  }

  private func isThere(_ place: URL) async -> Bool {
    (try? await offThread { FileManager.default.fileExists(atPath: place.path) }) ?? false
  }

  private static func key(of file: URL) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let number = attributes[.systemFileNumber] as? Int ?? 0
    let size = attributes[.size] as? Int ?? 0
    let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(number)-\(size)-\(Int(changed * 1000))"
  }
}

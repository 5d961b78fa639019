// SPDX-License-Identifier: Apache-2.0
// Publishes products as a folder of pages that need no server. Twice through the products: first for what lists and
// links need, which is kept, then for their pages, each of which is forgotten once it is written.

import Catalog
import Foundation
import PictureScaling
import Wording

public struct Publication: Sendable {
  /// What was done.
  public struct Result: Sendable, Equatable, Encodable {
    public var products = 0
    public var pictures = 0
    /// Files that were new or different.
    public var written = 0
    public var removed = 0
    /// Pictures that could not be shown.
    public var problems: [UnshownPicture] = []
  }

  let title: String
  let fields: PublicFields
  let language: PublicLanguage
  /// That which makes smaller copies of pictures; without one they are as they are.
  let decoder: URL?
  /// Whether photos have their captions below them: one may be meant for nobody but the shop.
  public var hasCaptions = false
  /// Whether the page of another catalogue gives way.
  package var isReplacing = false

  public init(title: String, fields: PublicFields, language: PublicLanguage, decoder: URL?) {
    (self.title, self.fields, self.language, self.decoder) = (title, fields, language, decoder)
  }

  /// Publishes these products, in this order. None at all would only remove what was published before, so that is
  /// refused.
  public func write(
    _ ids: [UUID], of store: CatalogStore, to directory: URL,
    progress: @escaping PublishingProgress = { _, _ in }
  ) async throws -> Result {
    guard !ids.isEmpty else { throw NothingToPublish() }
    try store.checkIsOutside(directory.appendingPathComponent("index.html").path)
    let folder = try SiteFolder(directory)
    let custom = try await store.fields()
    let work = SiteWork(self, store, to: folder, custom: custom, progress: progress)
    var seen: Set<UUID> = []
    return try await work.publish(ids.filter { seen.insert($0).inserted })
  }
}

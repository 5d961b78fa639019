// SPDX-License-Identifier: Apache-2.0
// Files that sources save anew, such as a supplier's list in a shared folder: each is compared when it has changed, and
// what is new in it is said once. They are looked at from time to time, because a folder on a network tells of nothing;
// as long as no file is watched, nothing is done.

import Catalog
import Exchange
import Foundation
import Wording

/// A file that is watched, as it was when its list was imported.
struct WatchedFile: Codable, Sendable, Equatable {
  var path: String
  var version: String

  private static func kept(in store: CatalogStore) -> KeptChoices<[String: WatchedFile]> {
    KeptChoices("lists", of: store.directory)
  }

  /// Those of this computer, by the names of their sources.
  static func all(in store: CatalogStore) async -> [String: WatchedFile] {
    await kept(in: store).read() ?? [:]
  }

  /// Watches a file from now on, or no more.
  static func keep(
    _ isWatched: Bool, _ file: WatchedFile, of source: String, in store: CatalogStore
  ) async throws {
    let before = await all(in: store)
    var files = before
    if isWatched {
      files[source] = file
    } else if files[source]?.path == file.path {
      files[source] = nil
    }
    if files != before { try await kept(in: store).keep(files) }
  }
}

@MainActor
public final class WatchedLists {
  /// That a list was saved anew.
  public struct News: Sendable {
    public let source: String
    public let file: URL
    public let sentence: String
  }

  public let news = Observers<News>()
  private let store: CatalogStore
  private let pace: Duration
  private var task: Task<Void, Never>?
  /// The versions that were compared, by source, and those that were seen once: a file may be written for a while.
  private var compared: [String: String] = [:]
  private var seen: [String: String] = [:]

  public convenience init(_ catalogue: OpenCatalogue) {
    self.init(catalogue, pace: .seconds(5))
  }

  init(_ catalogue: OpenCatalogue, pace: Duration) {
    (store, self.pace) = (catalogue.store, pace)
    if !catalogue.isBackup { begin() }
  }

  deinit { task?.cancel() }

  /// Looks at what is watched now.
  public func begin() {
    task?.cancel()
    task = Task { [weak self, store, pace] in
      let files = await WatchedFile.all(in: store)
      while !files.isEmpty, !Task.isCancelled {
        for (source, file) in files { await self?.look(at: file, of: source) }
        try? await Task.sleep(for: pace)
      }
    }
  }

  private func look(at file: WatchedFile, of source: String) async {
    var input = ImportInput(path: file.path)
    let path = input.path
    let version = (try? await offThread { ImportInput(path: path).version }) ?? ""
    guard !version.isEmpty, version != file.version, version != compared[source] else { return }
    guard version == seen[source] else { return seen[source] = version }
    compared[source] = version
    input.source = SourceChoice(source)
    let (asked, store) = (input, store)
    let comparing = Task.detached(priority: .utility) {
      try await PreparedImport.prepare(asked, with: store) { _ in }
    }
    let result = await comparing.result
    guard !Task.isCancelled, let sentence = Self.sentence(result, of: source) else { return }
    news.notify(News(source: source, file: URL(fileURLWithPath: path), sentence: sentence))
  }

  /// Nil if there is nothing to do.
  private static func sentence(
    _ result: Result<PreparedImport, any Error>, of source: String
  ) -> String? {
    let name = source.printable()
    switch result {
    case .failure(is CancellationError): return nil
    case .failure(let error):
      return tr("The new list of “%1$@” can’t be read: %2$@", name, error.sentence)
    case .success(let prepared):
      // Its import may have been undone, or the source forgotten.
      guard prepared.sources.remembered != nil else { return nil }
      let parts = [
        prepared.plan.questions.isEmpty
          ? nil : tr("1 question", "%@ questions", count: prepared.plan.questions.count),
        text(tr("1 new", "%@ new", count: prepared.count(.new)), prepared.count(.new)),
        text(
          tr("1 changed", "%@ changed", count: prepared.count(.changed)), prepared.count(.changed)),
        text(tr("1 gone", "%@ gone", count: prepared.count(.gone)), prepared.count(.gone)),
      ].compactMap(\.self)
      return parts.isEmpty
        ? nil : tr("There is a new list of “%1$@”: %2$@", name, parts.joined(separator: ", "))
    }
  }

  private static func text(_ text: String, _ count: Int) -> String? { count > 0 ? text : nil }
}

// SPDX-License-Identifier: Apache-2.0
// The answers to what a user types into the desktop's search. The questions come from other programs,
// one for each key pressed, so only the latest of each program is answered. They may come before
// Vitrine has a window: then the catalogue is opened for reading alone, and no saved window is touched.
// What is found is an activity that its type declares eligible for search, and nothing else.

import Catalog
import Foundation
import StateRestoration
import Wording

/// A product as the desktop's search shows it.
public struct FoundProduct: Sendable, Equatable {
  public let id: UUID
  public let title: String
  /// Its price and category.
  public let details: String
  /// The file of its first picture.
  public let picture: URL?
  /// How it is turned.
  public let turn: PictureRotation
  /// What a user who chooses it does.
  public let activity: UserActivity

  /// Nil if the activity is not meant for the desktop's search.
  init?(_ product: ListedProduct, _ activity: UserActivity, in store: CatalogStore) {
    guard activity.isEligibleForSearch else { return nil }
    self.activity = activity
    id = product.id
    title = product.title
    details = [product.priceText, product.category?.displayText].compactMap(\.self).inOneLine
    picture = product.cover.map(store.pictureFile)
    turn = product.cover?.turn ?? .none
  }
}

@MainActor
public final class SystemSearch {
  /// More than a desktop shows.
  public static let mostResults = 10
  /// A longer search is cut off, in bytes.
  public static let longestSearch = 1_000

  /// Where the answers come from.
  private enum Source {
    /// The application has not begun. The catalogue is opened with the first question.
    case directory(URL)
    case reading(URL, Task<CatalogStore, any Error>)
    /// The application's own, as soon as it is open.
    case application(CatalogStore?)
  }

  private struct Question {
    let number: Int
    let answer: Task<[FoundProduct], any Error>
  }

  private var source: Source
  /// What is being searched for, by the program that asked.
  private var questions: [String: Question] = [:]
  private var lastNumber = 0

  /// Answers from the catalogue in a directory, if there is one.
  public init(catalogue directory: URL) { source = .directory(directory) }

  /// From now on answers come from this catalogue, which has been opened by the application.
  public func use(_ store: CatalogStore) { source = .application(store) }

  /// Closes what was opened for questions: the application opens the catalogue now, or ends.
  public func handOver() async {
    let old = source
    source = .application(nil)
    if case .reading(_, let opening) = old { await (try? opening.value)?.close() }
  }

  // MARK: Questions

  /// The best matches for these words, none of them in the trash. A newer question from the same program
  /// ends an older one, which is then answered with nothing.
  public func products(matching words: [String], for asker: String) async throws -> [FoundProduct] {
    questions.removeValue(forKey: asker)?.answer.cancel()
    let query = ProductQuery(searchText: Self.searchText(of: words))
    guard query.isSearch else { return [] }
    let answer = Task { try await self.products(query, limit: Self.mostResults) }
    lastNumber += 1
    let number = lastNumber
    questions[asker] = Question(number: number, answer: answer)
    defer { if questions[asker]?.number == number { questions[asker] = nil } }
    do { return try await answer.value } catch {
      if answer.isCancelled { return [] }
      throw error
    }
  }

  /// What is known of these products, in this order. Whatever is no product, or in the trash, is left
  /// out.
  public func products(_ ids: [String]) async throws -> [FoundProduct] {
    let ids = ids.compactMap { UUID(uuidString: $0) }
    guard !ids.isEmpty else { return [] }
    let found = try await products(ProductQuery(only: Set(ids)), limit: ids.count)
    let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { byID[$0] }
  }

  /// Words from another program as a text to search for.
  public static func searchText(of words: [String]) -> String {
    var text = words.joined(separator: " ").trimmingCharacters(in: .whitespacesAndNewlines)
    while text.utf8.count > longestSearch { text.removeLast() }
    return text
  }

  private func products(_ query: ProductQuery, limit: Int) async throws -> [FoundProduct] {
    guard let store = try await store() else { return [] }
    do { return try await Self.read(query, limit: limit, from: store) } catch {
      // It may have been replaced: the next question opens what is there then.
      if !(error is CancellationError), case .reading(let directory, _) = source {
        source = .directory(directory)
        await store.close()
      }
      throw error
    }
  }

  /// Away from the main thread, as prices take a while to be written.
  private nonisolated static func read(
    _ query: ProductQuery, limit: Int, from store: CatalogStore
  ) async throws -> [FoundProduct] {
    // The desktop asks with words that are meant for other programs, too.
    try await store.products(query, limit: limit, lackingWords: false).compactMap { product in
      let activity = UserActivity.showing(
        product.id, title: product.title, fallback: .product)
      return FoundProduct(product, activity, in: store)
    }
  }

  private func store() async throws -> CatalogStore? {
    switch source {
    case .application(let store): return store
    case .reading(_, let opening): return try await opening.value
    case .directory(let directory):
      guard CatalogStore.exists(in: directory) else { return nil }
      let opening = Task { try await CatalogStore.open(in: directory, isForReading: true) }
      source = .reading(directory, opening)
      do { return try await opening.value } catch {
        if case .reading = source { source = .directory(directory) }
        throw error
      }
    }
  }
}

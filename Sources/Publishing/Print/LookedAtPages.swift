// SPDX-License-Identifier: Apache-2.0
// Some pages of a document as pixels. The others are only counted, which takes neither pictures nor much time; of a very
// long document only those before are.

import Catalog
import Foundation
import Paper

/// What is known of a document when some of its pages have been looked at.
public struct LookedAt: Sendable {
  /// How many pages there are; nil if they were not all counted.
  public internal(set) var pages: Int?
  /// Pictures on these pages that can't be shown, and texts with characters that no font here has.
  public internal(set) var problems: [UnshownPicture] = []
  public internal(set) var lackingCharacters: [String] = []

  public init() {}

  /// What was found on more pages, or on the same ones again.
  mutating func add(_ problems: [UnshownPicture], _ lackingCharacters: [String]) {
    self.problems += problems.filter { !self.problems.contains($0) }
    self.lackingCharacters += lackingCharacters.filter { !self.lackingCharacters.contains($0) }
  }
}

final class LookedAtPages: PageSink {
  let typesetter = Typesetter()
  let pixelsInPoint: Double?
  private let wanted: Range<Int>
  private let scale: Double
  private let countsAll: Bool
  private let shown: @Sendable (Int, PageImage) -> Void
  private(set) var count = 0
  private(set) var expected: Int?
  /// Of the first page.
  private(set) var size: CGSize?

  /// Thrown when nobody wants to know more.
  struct Enough: Error {}

  init(
    _ wanted: Range<Int>, scale: Double, countsAll: Bool,
    shown: @escaping @Sendable (Int, PageImage) -> Void
  ) {
    (self.wanted, self.scale, self.countsAll) = (wanted, scale, countsAll)
    (pixelsInPoint, self.shown) = (scale, shown)
  }

  func shows(_ page: Int) -> Bool { wanted.contains(page) }

  func expect(_ pages: Int) { expected = pages }

  func add(_ size: CGSize, _ draw: (Canvas) -> Void) throws {
    try Task.checkCancellation()
    if self.size == nil { self.size = size }
    if wanted.contains(count) { shown(count, try PageImage(size, scale: scale, draw)) }
    count += 1
    guard count >= wanted.upperBound else { return }
    if expected != nil || !countsAll { throw Enough() }
  }
}

extension PrintedDocument {
  /// More products than this are not all set to count their pages; of sheets, whose pictures take longer, fewer.
  private static let mostCounted = (texts: 5_000, sheets: 100)

  /// Makes pixels of some pages.
  /// - Parameters:
  ///   - wanted: from 0 on. There may be fewer.
  ///   - scale: how many pixels a point has.
  ///   - shown: gets each page as soon as it is there.
  public func look(
    at wanted: Range<Int>, of ids: [UUID], in store: CatalogStore, scale: Double,
    progress: @escaping PublishingProgress = { _, _ in },
    shown: @escaping @Sendable (Int, PageImage) -> Void
  ) async throws -> LookedAt {
    let most = kind == .sheets ? Self.mostCounted.sheets : Self.mostCounted.texts
    let pages = LookedAtPages(wanted, scale: scale, countsAll: ids.count <= most, shown: shown)
    let work = PrintWork(self, store, ids: ids, to: pages, progress: progress)
    var found = LookedAt()
    do {
      try await compose(work)
      found.pages = pages.count
    } catch is LookedAtPages.Enough {
      found.pages = pages.expected
    }
    found.problems = work.result.problems
    found.lackingCharacters = work.result.lackingCharacters
    return found
  }

  /// How many pages there are, and how large the first one is, in points: with the same steps, but without drawing any.
  public func count(
    _ ids: [UUID], in store: CatalogStore, progress: @escaping PublishingProgress = { _, _ in }
  ) async throws -> (pages: Int, size: CGSize) {
    let pages = LookedAtPages(0..<0, scale: 1, countsAll: true) { _, _ in }
    let work = PrintWork(self, store, ids: ids, to: pages, progress: progress)
    do { try await compose(work) } catch is LookedAtPages.Enough {}
    return (pages.expected ?? pages.count, pages.size ?? paper)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads the items of a long list in pages, as they are asked for, and keeps those shown recently.
// Nothing here waits: an item is nil until its page is read.

import Foundation

@MainActor
final class ItemPages<Item: Identifiable & Sendable> where Item.ID == UUID {
  /// Reads the items with these row numbers that still exist.
  typealias Reading = @Sendable ([Int64]) async throws -> [Int64: Item]

  private(set) var cache = ItemCache<Item>()
  /// The order of the list. Items that were missing may be there in another order.
  var order = RowOrder() { didSet { missing = [] } }

  private var read: Reading
  private let onRead: @MainActor ((any Error)?) -> Void
  private var loader: Task<Void, Never>?
  /// The requested pages that have not been read yet, the latest last.
  private var wanted: [Int] = []
  /// Row numbers of items that no longer exist.
  private var missing: Set<Int64> = []
  /// Counts how often the items became outdated: what was read before is outdated, too.
  private var generation = 0

  private static var pageLength: Int { 64 }
  private static var mostWanted: Int { 6 }

  /// - Parameter onRead: called when a page was read, or with the error why it could not be.
  init(_ read: @escaping Reading, onRead: @escaping @MainActor ((any Error)?) -> Void) {
    (self.read, self.onRead) = (read, onRead)
  }

  deinit { loader?.cancel() }

  var isIdle: Bool { loader == nil }

  /// The item at a position; nil while it is being read, and past the end.
  func item(at position: Int) -> Item? {
    guard position >= 0, position < order.count else { return nil }
    let key = order[position]
    let known = cache.item(key)
    if known?.isFresh != true, !missing.contains(key) { want(position / Self.pageLength) }
    return known?.item
  }

  /// The item of an identifier, if it was shown recently.
  func item(of id: UUID) -> Item? { cache.key(of: id).flatMap { cache.item($0)?.item } }

  func add(_ items: [Int64: Item]) { cache.add(items) }

  /// Every item may have changed, and may be read in another way from now on.
  func age(reading: Reading? = nil) {
    generation += 1
    cache.age()
    if let reading { read = reading }
  }

  private func want(_ page: Int) {
    wanted.removeAll { $0 == page }
    wanted.append(page)
    // Pages that were scrolled past quickly are not needed any more.
    wanted.removeFirst(max(0, wanted.count - Self.mostWanted))
    guard loader == nil else { return }
    loader = Task { [weak self] in
      while let (keys, read, generation) = self?.next() {
        do {
          let items = try await read(keys)
          self?.add(items, of: keys, from: generation)
        } catch {
          self?.onRead(error)
        }
      }
    }
  }

  /// What to read next: the page that was asked for last and its neighbours.
  private func next() -> ([Int64], Reading, Int)? {
    while let page = wanted.popLast() {
      let start = max(0, (page - 1) * Self.pageLength)
      let end = min(order.count, (page + 2) * Self.pageLength)
      guard start < end else { continue }
      let keys = (start..<end).map { order[$0] }
        .filter { !cache.isFresh($0) && !missing.contains($0) }
      if !keys.isEmpty { return (keys, read, generation) }
    }
    loader = nil
    return nil
  }

  private func add(_ items: [Int64: Item], of keys: [Int64], from generation: Int) {
    // Otherwise whoever shows them asks again.
    if generation == self.generation {
      cache.add(items)
      missing.formUnion(keys.lazy.filter { items[$0] == nil })
    }
    onRead(nil)
  }
}

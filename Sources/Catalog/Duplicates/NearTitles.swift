// SPDX-License-Identifier: Apache-2.0
// Titles that are nearly the same: the same words in any order, or with one letter wrong, missing,
// too many or swapped. A different digit or short word means a different thing: sizes, numbers,
// models.
//
// Titles that differ by one letter stand beside each other in the alphabet, forwards or backwards, unless
// there is another one between them; so each is only compared with its neighbours.

import Foundation

struct NearTitles: Sendable {
  /// By the words in the order of the alphabet, in UTF-8.
  private var products: [[UInt8]: [Int64]] = [:]

  /// Shorter titles are too easily alike, and so are shorter words.
  private static let (shortestTitle, shortestWord) = (8, 4)
  private static let space: UInt8 = 0x20

  /// `title` is folded.
  mutating func add(_ title: String, of product: Int64) {
    let bytes = Array(title.utf8)
    var words =
      bytes.allSatisfy { $0 < 0x80 }
      ? bytes.split { !Self.isLetterOrDigit($0) }
      : title.unicodeScalars.split { !$0.isPartOfWord }.map { Array(String($0).utf8)[...] }
    words.sort { $0.lexicographicallyPrecedes($1) }
    if !words.isEmpty {
      products[Array(words.joined(separator: [Self.space])), default: []].append(product)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// The products of each group of such titles.
  func groups() -> [[Int64]] {
    let titles = products.keys.sorted { $0.lexicographicallyPrecedes($1) }
    var parents = Array(titles.indices)
    func root(of index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    func join(_ order: [Int]) {
      for (a, b) in zip(order, order.dropFirst()) where Self.areNear(titles[a], titles[b]) {
        parents[root(of: b)] = root(of: a)
      }
    }
    join(Array(titles.indices))
    let backwards = titles.map { Array($0.reversed()) }
    join(titles.indices.sorted { backwards[$0].lexicographicallyPrecedes(backwards[$1]) })
    var groups: [Int: [Int64]] = [:]
    for (index, title) in titles.enumerated() {
      groups[root(of: index), default: []] += products[title] ?? []
    }
    return groups.filter { $1.count > 1 }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether they differ by one letter of a long word.
  private static func areNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    // A letter has four bytes at most. Nearly all neighbours differ by more.
    guard abs(a.count - b.count) <= 4, difference(of: a, b).first.count <= 8 else { return false }
    let (a, b) = (Self.letters(of: a), Self.letters(of: b))
    guard min(a.count, b.count) >= shortestTitle else { return false }
    let (first, second) = difference(of: a, b)
    let isSwap = first.count == 2 && second.count == 2 && first.elementsEqual(second.reversed())
    guard isSwap || max(first.count, second.count) == 1 else { return false }
    return (first + second).allSatisfy(\.properties.isAlphabetic)
      && min(word(in: a, at: first.startIndex), word(in: b, at: second.startIndex)) >= shortestWord
  }

  private static func letters(of bytes: [UInt8]) -> [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// What is left of two texts without what they begin and end with.
  private static func difference<Letter: Equatable>(
    of a: [Letter], _ b: [Letter]
  ) -> (first: ArraySlice<Letter>, second: ArraySlice<Letter>) {
    let most = min(a.count, b.count)
    var start = 0
    while start < most, a[start] == b[start] { start += 1 }
    var end = 0
    while end < most - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    return (a[start..<(a.count - end)], b[start..<(b.count - end)])
  }

  /// The length of the word that has this place, or ends there.
  private static func word(in title: [Unicode.Scalar], at place: Int) -> Int {
    title[..<place].reversed().prefix { $0 != " " }.count
      + title[place...].prefix { $0 != " " }.count
  }
}

// SPDX-License-Identifier: Apache-2.0
// What is being written here goes together with what was changed elsewhere meanwhile, as the hub puts texts together: by
// lines. What both changed, or changed without a line between, nobody can put together: it is asked about.

import Foundation

/// A text that is being written, with the lines in it that were changed elsewhere.
struct TextsByLines {
  let text: String
  /// Where the lines that are being written begin now, and how long they are, in characters as GTK counts them.
  private let places: [(mine: Int, now: Int, length: Int)]

  /// More changed lines than somebody writes at a time would take their time, while a window waits.
  private static let most = 300

  /// Nil if this is nothing to decide without asking.
  init?(mine: String, theirs: String, since base: String) {
    let (old, own, other) = (Self.lines(base), Self.lines(mine), Self.lines(theirs))
    guard let inOwn = Self.same(old, own), let inOther = Self.same(old, other) else { return nil }
    var now: [Substring] = []
    var moved: [(mine: Int, now: Int)] = []
    var (nextOld, nextOwn, nextOther) = (0, 0, 0)
    for line in 0...old.count {
      let isEnd = line == old.count
      guard let ownLine = isEnd ? own.count : inOwn[line],
        let otherLine = isEnd ? other.count : inOther[line]
      else { continue }
      // What is before a line that all three have, or before the end.
      let was = old[nextOld..<line]
      let (written, arrived) = (own[nextOwn..<ownLine], other[nextOther..<otherLine])
      let isMine = arrived.elementsEqual(was) || written.elementsEqual(arrived)
      guard isMine || written.elementsEqual(was) else { return nil }
      for mine in written.indices {
        moved.append((mine, now.count + (isMine ? mine - nextOwn : 0)))
      }
      now += isMine ? written : arrived
      if !isEnd {
        moved.append((ownLine, now.count))
        now.append(old[line])
      }
      (nextOld, nextOwn, nextOther) = (line + 1, ownLine + 1, otherLine + 1)
    }
    text = now.joined(separator: "\n")
    let (starts, startsNow) = (Self.starts(own), Self.starts(now))
    places = moved.map {
      (starts[$0.mine], startsNow[$0.now], starts[$0.mine + 1] - starts[$0.mine] - 1)
    }
  }

  /// Where a place in what was written is now.
  func place(_ offset: Int) -> Int {
    guard let line = places.last(where: { $0.mine <= offset }) else { return offset }
    return min(line.now + min(offset - line.mine, line.length), text.unicodeScalars.count)
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Where each line begins, and where one after the last would.
  private static func starts(_ lines: [Substring]) -> [Int] {
    lines.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count + 1) }
  }

  /// The line that each of the old ones has become, if it is still there.
  private static func same(_ old: [Substring], _ new: [Substring]) -> [Int?]? {
    var first = 0
    while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
    var last = 0
    while last < min(old.count, new.count) - first,
      old[old.count - 1 - last] == new[new.count - 1 - last]
    {
      last += 1
    }
    let (middle, changed) = (old.count - first - last, new.count - first - last)
    guard middle + changed <= most else { return nil }
    let difference = new[first..<first + changed].difference(from: old[first..<first + middle])
    let gone = Set(difference.removals.map(\.offset)),
      come = Set(difference.insertions.map(\.offset))
    let stay = (0..<middle).filter { !gone.contains($0) }
    let places = (0..<changed).filter { !come.contains($0) }
    var same: [Int?] = Array(0..<first) + Array(repeating: nil, count: middle)
    for (line, place) in zip(stay, places) { same[first + line] = first + place }
    return same + (0..<last).map { new.count - last + $0 }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

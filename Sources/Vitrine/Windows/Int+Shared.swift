// SPDX-License-Identifier: Apache-2.0
// How much is shown of each of many texts on a page. A page is measured several times before it is painted, and each time
// all texts are laid out: a thousand characters of one take little time, as many of each of a dozen a second.

extension Int {
  private static let least = 24

  /// So many characters of each text; or fewer of those that are long, if all of them have more than `all` together.
  func shared(by texts: some Sequence<String>, within all: Int) -> Int {
    var (rest, others) = (all, texts.map { Swift.min($0.utf8.count, self) }.sorted()[...])
    while let length = others.first {
      let share = rest / others.count
      guard length <= share else { return Swift.max(Self.least, share) }
      rest -= length
      others.removeFirst()
    }
    return self
  }
}

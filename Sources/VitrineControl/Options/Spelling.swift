// SPDX-License-Identifier: Apache-2.0
// What somebody may have meant who typed a word that is not known.

enum Spelling {
  /// The known word that is closest to `word`; nil if none is close.
  static func likely(_ word: String, among known: some Sequence<String>) -> String? {
    let most = max(1, word.count / 3)
    let distances = known.map { ($0, distance(Array(word.lowercased()), Array($0.lowercased()))) }
    return distances.filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0
  }

  /// How many letters to insert, remove, change or swap with the next one, to get from one to the
  /// other.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

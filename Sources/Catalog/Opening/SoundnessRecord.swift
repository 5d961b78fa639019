// SPDX-License-Identifier: Apache-2.0
// What is known about damage to the catalogue's file, kept beside it: which tables were checked and
// when, and the damage that was found. It is about one file: a backup that takes its place starts
// again. It cannot be in the catalogue, which must not be written to once it is damaged.

import Foundation

struct SoundnessRecord {
  /// What is wrong, in SQLite's words.
  private(set) var damage: String?
  /// Whether a check of the file found it. An error alone may have passed.
  private(set) var isConfirmed = false
  /// When each table was last checked.
  var checked: [String: Date] = [:]
  /// How far the pages have been compared with their sums.
  var look: Look?

  struct Look: Equatable {
    /// The number of the doubt that it is to settle; 0 if the sums are known to be right.
    let doubt: UInt32
    let since: Date
    /// The page to go on from.
    var next: Int64 = 1
    /// Whether some page has another sum, or none: then the tables are checked, and all pages get new ones.
    var isOther = false
    var isDone = false

    init(of doubt: UInt32, since: Date = Date(), isDone: Bool = false) {
      (self.doubt, self.since, self.isDone) = (doubt, since, isDone)
    }

    fileprivate init?(_ since: String, _ rest: String) {
      let numbers = rest.split(separator: " ").compactMap { Int64($0) }
      guard let since = Int64(since), numbers.count == 4, let doubt = UInt32(exactly: numbers[0])
      else { return nil }
      self.init(of: doubt, since: Date(milliseconds: since), isDone: numbers[3] == 1)
      (next, isOther) = (max(1, numbers[1]), numbers[2] == 1)
    }

    fileprivate var line: String {
      "look\t\(since.milliseconds)\t\(doubt) \(next) \(isOther ? 1 : 0) \(isDone ? 1 : 0)"
    }
  }

  private let path: String
  /// The file it is about.
  private let inode: UInt64

  static func path(of file: CatalogFile) -> String { "\(file.directory)/catalog.checked" }

  /// The record of the file; an empty one if there is none or it cannot be read.
  init(of file: CatalogFile) {
    path = Self.path(of: file)
    var status = stat()
    inode = stat(file.path, &status) == 0 ? UInt64(status.st_ino) : 0
    guard let bytes = try? readFile(path, atMost: 1 << 20) else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.flatMap({ UInt64($0) }) == inode else { return }
    for line in lines.dropFirst() {
      let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
      switch (parts.first, parts.count) {
      case ("damage", 3): (damage, isConfirmed) = (parts[2], parts[1] == "confirmed")
      case ("look", 3): look = Look(parts[1], parts[2])
      case ("table", 3): checked[parts[2]] = Int64(parts[1]).map { Date(milliseconds: $0) }
      default: break
      }
    }
  }

  /// Remembers damage; nil for none.
  mutating func set(damage: String?, isConfirmed: Bool) {
    (self.damage, self.isConfirmed) = (damage, isConfirmed)
  }

  /// Writes it. What cannot be written is looked for again next time.
  func save() {
    var lines = ["\(inode)"]
    if let damage {
      let reason = damage.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines.append("damage\t\(isConfirmed ? "confirmed" : "met")\t\(reason)")
    }
    if let look { lines.append(look.line) }
    lines += checked.sorted { $0.key < $1.key }.map { "table\t\($1.milliseconds)\t\($0)" }
    guard let file = try? NewFile(path) else { return }
    try? file.write(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    try? file.putInPlace(asOneOfMany: true)
  }
}

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
    lines += checked.sorted { $0.key < $1.key }.map { "table\t\($1.milliseconds)\t\($0)" }
    guard let file = try? NewFile(path) else { return }
    try? file.write(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    try? file.putInPlace(asOneOfMany: true)
  }
}

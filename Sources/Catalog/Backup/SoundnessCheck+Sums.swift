// SPDX-License-Identifier: Apache-2.0
// Looks through a large file in the background when its sums are in doubt, or there are none yet.

import Foundation

extension SoundnessCheck {
  private static let piece: Int64 = 512

  /// Looks through all of a large file if its sums are in doubt, and gives it new ones if nothing is wrong.
  func settleSums() throws {
    try stop.check()
    guard let writing else { return }
    let connection = try Connection(file.path, .readWrite)
    defer { connection.close() }
    let count = try Int64(connection.integer("PRAGMA page_count"))
    guard connection.sums == .inDoubt, let number = writing({ $0.beginLook() }) else { return }
    let pieces = stride(from: Int64(1), through: count, by: Int(Self.piece)).map {
      $0..<min($0 + Self.piece, count + 1)
    }
    let isSame = try pieces.allSatisfy {
      try stop.check()
      return try connection.compareSums($0) == .same
    }
    if !isSame {
      let reader = try file.reader()
      defer { reader.close() }
      let damage = try stop.whileRunning(reader) { try Schema.damage(of: reader, atMost: 1).first }
      if let damage {
        var record = SoundnessRecord(of: file)
        record.set(damage: damage, isConfirmed: true)
        record.save()
        throw CatalogError.damaged(file: file.path, reason: damage)
      }
      // Under the lock, as a checkpoint changes pages and sums. Another file may have taken the place of this one.
      let lock = CatalogLock(file.lockPath, patience: 5)
      for piece in pieces {
        try stop.check()
        try lock.hold {
          if connection.sums == .inDoubt { try connection.renewSums(piece) }
        }
      }
    }
    _ = writing {
      $0.endLook(number)
      return number
    }
  }
}

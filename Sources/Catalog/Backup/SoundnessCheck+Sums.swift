// SPDX-License-Identifier: Apache-2.0
// Looks through all of the file in the background, a part at a time: whether each page is as it was written; and after
// somebody else may have written to it, whether it is sound, so that its pages get new sums. How far that is is remembered.

import Foundation

extension SoundnessCheck {
  private static let piece: Int64 = 512

  /// Compares the next part of the file with its sums. Returns whether anything is left to be done soon.
  func compareSome() throws -> Bool {
    try stop.check()
    guard let writing else { return false }
    let connection = try file.reader()
    defer { connection.close() }
    let pages = try Int64(1)...Int64(connection.integer("PRAGMA page_count"))
    switch connection.sums {
    case .none: return false
    case .sure:
      let known = SoundnessRecord(of: file).look
      let look = known.flatMap { $0.doubt == 0 && !isDue($0.since) ? $0 : nil }
      guard look?.isDone != true else { return false }
      return try compare(connection, pages, from: look ?? SoundnessRecord.Look(of: 0))
    case .inDoubt:
      guard let look = look(writing) else { return true }
      guard look.doubt != 0 else { return false }
      return try look.isOther
        ? renew(pages, look, by: writing) : compare(connection, pages, from: look)
    }
  }

  /// What is known of the doubt that there is; nil if that can't be told now.
  private func look(_ writing: Writing) -> SoundnessRecord.Look? {
    guard let known = SoundnessRecord(of: file).look, known.doubt != 0,
      writing({ $0.doubt }) == known.doubt
    else { return writing { $0.beginLook() }.map { SoundnessRecord.Look(of: $0) } }
    return known
  }

  private func compare(
    _ connection: Connection, _ pages: ClosedRange<Int64>, from look: SoundnessRecord.Look
  ) throws -> Bool {
    var look = look
    let end = min(look.next + atOnce, pages.upperBound + 1)
    while look.next < end {
      try stop.check()
      let piece = look.next..<min(look.next + Self.piece, end)
      let found = try connection.compareSums(piece)
      if look.doubt == 0, found == .other {
        try confirm(piece)
        return true
      }
      if look.doubt != 0, found != .same {
        (look.isOther, look.next) = (true, pages.lowerBound)
        remember(look)
        return true
      }
      look.next = piece.upperBound
    }
    look.isDone = look.next > pages.upperBound
    if look.isDone, look.doubt != 0 { settle(look) } else { remember(look) }
    return !look.isDone
  }

  /// A page of which the log has something newer may be half written after a power cut: nobody reads it from the file.
  private func confirm(_ piece: Range<Int64>) throws {
    let isOther = writing?({ connection in
      try connection.checkpoint()
      guard !connection.isLogBehind else { return 0 }
      return try connection.compareSums(piece) == .other && connection.sums == .sure ? 1 : 0
    })
    if isOther == 1 { try remember(damage: SQLiteError.otherPageMessage) }
  }

  /// Once every table has been checked since the doubt came up, the pages get new sums.
  private func renew(
    _ pages: ClosedRange<Int64>, _ look: SoundnessRecord.Look, by writing: Writing
  ) throws -> Bool {
    if try checkOne(since: look.since) != nil { return true }
    var look = look
    while look.next <= pages.upperBound {
      try stop.check()
      let piece = look.next..<min(look.next + Self.piece, pages.upperBound + 1)
      let isRenewed = writing { connection in
        // Another file may have taken the place of this one.
        guard connection.doubt == look.doubt else { return 0 }
        try connection.renewSums(piece)
        return 1
      }
      guard isRenewed == 1 else {
        remember(look)
        return true
      }
      look.next = piece.upperBound
    }
    settle(look)
    return false
  }

  private func settle(_ look: SoundnessRecord.Look) {
    _ = writing?({
      $0.endLook(look.doubt)
      return look.doubt
    })
    remember(SoundnessRecord.Look(of: 0, since: look.since, isDone: true))
  }

  private func remember(_ look: SoundnessRecord.Look) {
    var record = SoundnessRecord(of: file)
    record.look = look
    record.save()
  }
}

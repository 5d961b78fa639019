// SPDX-License-Identifier: Apache-2.0
// An archived session, for those who look at it or go back to it.

import Foundation

/// An archived session.
public struct PastSession: Sendable, Identifiable {
  /// 1 is the newest.
  public let number: Int
  /// When it was last saved.
  public let saved: Date
  /// Its windows, in the order in which they come back.
  public let windows: [SceneRecord]

  /// Windows that were kept in that session, but not shown, are not part of it.
  init(number: Int, _ record: HistoryRecord) {
    self.number = number
    saved = record.saved
    windows = SessionRecord.ordered(record.windows.filter(\.wasShown), by: record.session)
  }

  /// Its number.
  public var id: Int { number }

  /// Everything as one JSON object on one line, for scripts.
  public func json() -> String { value.lineText }

  var value: StateValue {
    .object([
      "number": .int(Int64(number)),
      "saved": .int(Int64(saved.timeIntervalSince1970)),
      "windows": .array(windows.map(\.value)),
    ])
  }
}

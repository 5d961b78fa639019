// SPDX-License-Identifier: Apache-2.0
// A row as the hub of a shared catalogue has it. What the hub is, and how its rows come from there, is no matter of
// this module.

import Foundation

/// A row as the hub of a shared catalogue decided it.
public struct HubRow: Sendable, Equatable {
  /// What kind of row it is, and what tells it from others of its kind.
  public let kind: String
  public let row: String
  /// Its fields as JSON; nil if it is gone.
  public let value: String?
  /// When it was changed, by the hub's clock.
  public let moment: Date

  public init(kind: String, row: String, value: String?, moment: Date) {
    (self.kind, self.row, self.value, self.moment) = (kind, row, value, moment)
  }

  /// Whether the hub withholds it from whoever asks, or has taken it from them: nothing of it is kept here.
  var isWithheld: Bool { value == nil && moment.timeIntervalSince1970 == 0 }

  /// Whether another row has the same fields.
  public func hasSameFields(as other: HubRow?) -> Bool {
    func fields(_ row: HubRow?) -> StepPatch.Values? {
      (try? row?.values() ?? nil)?.filter { $0.value != nil }
    }
    return fields(self) == fields(other)
  }

  func values() throws -> StepPatch.Values? {
    guard let value else { return nil }
    var reader = JSONReader(Array(value.utf8))
    return try reader.rowValues()
  }
}

/// How far the feed of a hub was read.
public struct HubCursor: Sendable, Equatable {
  public let x: Int64
  public let n: Int64

  public init(x: Int64, n: Int64) { (self.x, self.n) = (x, n) }
}

/// What a shared catalogue knows of its hub.
public struct Sharing: Sendable, Equatable {
  /// Where the hub is; never with a password.
  public var address: String
  public var hub: UUID
  /// Another one after the hub was put back from a backup.
  public var incarnation: UUID
  public var cursor: HubCursor
  /// Where the first reading of all rows has come to: the kind and the row; nil once it is done.
  public var reading: [String]?
  /// The newest step that the hub has received from here; nil if there was none.
  public var last: UUID?
  /// How many steps the hub does not have yet.
  public var unsent = 0
  /// How many rows of the hub have a value that this catalogue refuses.
  public var marked = 0

  public init(
    address: String, hub: UUID, incarnation: UUID, cursor: HubCursor, reading: [String]? = nil
  ) {
    (self.address, self.hub, self.incarnation) = (address, hub, incarnation)
    (self.cursor, self.reading) = (cursor, reading)
  }

  /// Whether this is what somebody knew who has asked the hub for rows since: if not, another process has joined another
  /// hub, or has newer rows.
  func isStill(_ earlier: Sharing) -> Bool {
    hub == earlier.hub && incarnation == earlier.incarnation && cursor == earlier.cursor
  }
}

/// A step for the hub.
public struct UnsentStep: Sendable {
  public let id: UUID
  /// With its command, its moment and its patches.
  public let json: String
  /// The rows that it is about, and the products that they belong to, each as its kind and its row.
  public let rows: Set<[String]>
  /// The names of the pictures that it needs.
  public let pictures: Set<String>
}

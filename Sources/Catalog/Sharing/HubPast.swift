// SPDX-License-Identifier: Apache-2.0
// Who did what to a product of a shared catalogue, as its hub tells it: each field with what it was before and after, as
// somebody would type them.

import Foundation

/// What somebody did to a row, as its hub keeps it.
public struct HubChange: Sendable {
  public let place: HubCursor
  let member: String
  let moment: Date
  let kind: String
  let row: String
  /// As JSON; nil for a row that was not there.
  let before: String?
  let after: String?

  /// How many are told at once.
  public static let most = 200

  public init(
    place: HubCursor, member: String, moment: Date, kind: String, row: String, before: String?,
    after: String?
  ) {
    (self.place, self.member, self.moment) = (place, member, moment)
    (self.kind, self.row, self.before, self.after) = (kind, row, before, after)
  }
}

/// What somebody did to a field.
public struct HubPast: Sendable, Equatable, Codable {
  public let member: String
  public let moment: Date
  /// Its name; “notes”, “pictures” or what kind of row it is.
  public let field: String
  /// Nil if it was empty, or not there.
  public let before: String?
  public let after: String?
}

extension HubPast {
  /// What these changes did, by what a catalogue knows. What nobody sees, such as places in an order, is left out.
  static func all(_ changes: [HubChange], on connection: Connection) throws -> [HubPast] {
    let texts = try RowTexts(on: connection)
    return try changes.flatMap { try $0.fields(texts) }
  }
}

extension HubChange {
  /// What is said by another column of its kind.
  private static let companions = [
    "currency": "price", "extension": "hash", "detail": "kind", "taken": "head",
  ]
  private static let unseen: Set<String> = ["position", "created", "id"]

  fileprivate func fields(_ texts: RowTexts) throws -> [HubPast] {
    let (old, new) = (try Self.values(before), try Self.values(after))
    let name = SharedName(kind: kind, row: row)
    func past(_ columns: [String]?) -> HubPast {
      HubPast(
        member: member, moment: moment, field: texts.fieldName(of: name, columns) ?? kind,
        before: old.flatMap { texts.text(of: name, columns, in: $0) },
        after: new.flatMap { texts.text(of: name, columns, in: $0) })
    }
    // All of it came or went, or is one thing to people.
    guard let old, let new, kind != "product_value" else {
      return kind == "product" ? [past(["title"])] : [past(nil)]
    }
    let changed = Set(old.keys).union(new.keys).filter { old[$0] ?? nil != new[$0] ?? nil }
      .subtracting(Self.unseen)
    return Set(changed.map { Self.companions[$0] ?? $0 }).sorted().map { past([$0]) }
  }

  private static func values(_ json: String?) throws -> StepPatch.Values? {
    guard let json else { return nil }
    var reader = JSONReader(Array(json.utf8))
    return try reader.rowValues()
  }
}

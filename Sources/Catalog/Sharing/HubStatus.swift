// SPDX-License-Identifier: Apache-2.0
// What a hub tells of itself, and what it could not decide.

import Foundation

/// What a hub tells of itself.
public struct HubStatus: Sendable, Codable {
  public let products: Int
  public let steps: Int
  public let questions: Int
  /// The size of its database.
  public let bytes: Int
  /// The transaction of somebody else that holds back what members get to see.
  public let waits: Waits?
  public let members: [Member]
  /// Which version's rules it has; nil for the first one, which did not say.
  public let edition: Int?

  /// Whether an older version of the program made it, and nobody has brought it up to date.
  public var isOfBefore: Bool { (edition ?? 1) < Self.newestEdition }
  private static let newestEdition = 2

  public struct Waits: Sendable, Codable {
    public let pid: Int
    public let user: String?
    public let seconds: Int
  }

  public struct Member: Sendable, Codable {
    public let name: String
    public let role: String
    /// Whether it may see what costs; nil for a hub of before there was such a right.
    public let costs: Bool?
    /// When it was here last, in seconds since 1970.
    public let seen: Int?
  }
}

/// What a hub could not merge. Both values are kept until somebody answers.
public struct HubQuestion: Sendable, Codable, Equatable {
  public let id: Int
  /// Whose change did not get in.
  public let member: String
  public let kind: String?
  public let row: String?
  /// The title of the product that it is about.
  public let title: String?
  /// Nil if it is about the whole row; the reason if a step was refused.
  public let field: String?
  /// What did not get in, as JSON; nil if that was to remove it.
  public let mine: String?
  /// What is there, as JSON; nil if it is gone.
  public let theirs: String?

  /// How many are told at once.
  public static let most = 500

  public init(
    id: Int, member: String, kind: String?, row: String?, title: String?, field: String?,
    mine: String?, theirs: String?
  ) {
    (self.id, self.member, self.kind, self.row, self.title) = (id, member, kind, row, title)
    (self.field, self.mine, self.theirs) = (field, mine, theirs)
  }
}

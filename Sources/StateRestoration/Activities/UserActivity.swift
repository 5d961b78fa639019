// SPDX-License-Identifier: Apache-2.0
// What a user is doing: a type, a title, and identifiers. Never model data, so that an activity can
// be saved, dragged and opened elsewhere without carrying anything that may be outdated.

import Foundation

/// What a user is doing in a window.
public struct UserActivity: Sendable, Equatable {
  /// One of the types the application declares.
  public let type: ActivityType
  /// What the user would call it.
  public var title: String
  /// The identifier of the thing it is about.
  public var targetContentIdentifier: String?
  /// The version of the payload's format, for the application's own use.
  public var version: Int
  /// What else is needed to continue it: identifiers, not data. Keys that begin with an underscore
  /// are the library's.
  public var userInfo: [StateKey: StateValue] = [:]
  /// Whether the desktop's search may offer it.
  public var isEligibleForSearch = false
  /// Whether it may be continued elsewhere: as a link, by a drag.
  public var isEligibleForHandoff = false
  /// Words by which the desktop's search may find it, in addition to its title.
  public var keywords: Set<String> = []
  /// When it becomes useless; nil for never.
  public var expirationDate: Date?
  /// The keys of `userInfo` that are needed to continue it elsewhere; nil for all of them.
  public var requiredUserInfoKeys: Set<StateKey>?

  /// An activity without a payload.
  public init(
    type: ActivityType, title: String = "", targetContentIdentifier: String? = nil, version: Int = 1
  ) {
    self.type = type
    self.title = title
    self.targetContentIdentifier = targetContentIdentifier
    self.version = version
  }

  /// The payload as a typed value; nil if there is none or it has another type.
  public func payload<T: Decodable>(_ type: T.Type) -> T? {
    (userInfo[Self.payloadKey] ?? userInfo[Self.olderPayloadKey])?.decoded(as: type)
  }

  /// Sets the payload; throws a ``StateRefusal``, and changes nothing, when it can't be saved.
  public mutating func setPayload<T: Encodable>(_ payload: T) throws {
    userInfo[Self.payloadKey] = try StateValue(encoding: payload)
  }

  static let payloadKey: StateKey = "_payload"
  /// Where earlier versions put it, in the way of the program's own keys.
  static let olderPayloadKey: StateKey = "payload"

  /// The activity as it will be read back; throws a `StateRefusal` if it could not be.
  func accepted() throws -> UserActivity {
    for text in [type.rawValue, targetContentIdentifier ?? ""]
    where text.utf8.count > StateLimits.textBytes {
      throw StateRefusal.tooLarge(size: text.utf8.count, limit: StateLimits.textBytes)
    }
    if type.rawValue.isEmpty { throw StateRefusal.notEncodable("it has no type") }
    for words in [keywords, Set((requiredUserInfoKeys ?? []).map(\.rawValue))] {
      let size = words.reduce(0) { $0 + $1.utf8.count }
      guard size <= StateLimits.wordsBytes else {
        throw StateRefusal.tooLarge(size: size, limit: StateLimits.wordsBytes)
      }
    }
    if expirationDate?.timeIntervalSince1970.isFinite == false { throw StateRefusal.notANumber }
    for value in userInfo.values { try value.check() }
    var activity = self
    activity.title = title.prefix(bytes: StateLimits.textBytes)
    activity.version = min(max(version, Self.versions.lowerBound), Self.versions.upperBound)
    // Whole seconds, as they are stored.
    activity.expirationDate = expirationDate.map {
      Date(
        timeIntervalSince1970: min(max($0.timeIntervalSince1970.rounded(), 0), 1_000_000_000_000))
    }
    return activity
  }

  private static let versions = 0...Int(Int32.max)
}

extension UserActivity {
  /// Nil without a type: nobody could continue it.
  init?(_ fields: inout StateFields) {
    guard let type = fields.string("type", longest: StateLimits.textBytes), !type.isEmpty else {
      fields.remark("there is no “type”")
      return nil
    }
    self.init(
      type: ActivityType(type), title: fields.string("title", longest: StateLimits.textBytes) ?? "",
      targetContentIdentifier: fields.string("target", longest: StateLimits.textBytes),
      version: fields.int("version", in: Self.versions) ?? 1)
    userInfo = (fields.object("userInfo") ?? [:]).byKey
    isEligibleForSearch = fields.bool("search") ?? false
    isEligibleForHandoff = fields.bool("handoff") ?? false
    keywords = Set((fields.array("keywords") ?? []).compactMap(\.string))
    expirationDate = fields.int("expires", in: 0...(1 << 40)).map {
      Date(timeIntervalSince1970: Double($0))
    }
    requiredUserInfoKeys = fields.array("requiredKeys").map { keys in
      Set(keys.compactMap(\.string).map { StateKey($0) })
    }
  }

  var fields: [String: StateValue] {
    var fields: [String: StateValue] = [
      "type": .string(type.rawValue), "title": .string(title.prefix(bytes: StateLimits.textBytes)),
      "version": .int(Int64(version)),
    ]
    fields["target"] = targetContentIdentifier.map { .string($0) }
    if !userInfo.isEmpty { fields["userInfo"] = .object(userInfo.byName) }
    if isEligibleForSearch { fields["search"] = .bool(true) }
    if isEligibleForHandoff { fields["handoff"] = .bool(true) }
    if !keywords.isEmpty { fields["keywords"] = .array(keywords.sorted().map { .string($0) }) }
    fields["expires"] = expirationDate.map { .int(Int64($0.timeIntervalSince1970)) }
    fields["requiredKeys"] = requiredUserInfoKeys.map { keys in
      .array(keys.map(\.rawValue).sorted().map { .string($0) })
    }
    return fields
  }
}

extension UserActivity: Codable {
  public init(from decoder: any Decoder) throws {
    var fields = StateFields(try [String: StateValue](from: decoder))
    guard let activity = UserActivity(&fields) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "An activity has a type."))
    }
    self = activity
  }

  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

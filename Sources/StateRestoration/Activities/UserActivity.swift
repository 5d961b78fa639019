// What a person is doing: a type, a title, and identifiers. Never model data, so that an activity
// can be saved, dragged and opened elsewhere without carrying anything that may be out of date.

import Foundation

/// What a person is doing in a window.
public struct UserActivity: Sendable, Equatable {
  /// One of the types the application declares, such as `org.example.App.reading`.
  public let type: String
  /// What the person would call it.
  public var title: String
  /// The identifier of the thing it is about.
  public var targetContentIdentifier: String?
  /// The version of the payload's form, for the application's own use.
  public var version: Int
  /// What else is needed to continue it. Identifiers, not data.
  public var userInfo: [String: StateValue] = [:]
  /// Whether the desktop's search may offer it.
  public var isEligibleForSearch = false
  /// Whether it may be continued elsewhere: as a link, by a drag.
  public var isEligibleForHandoff = false

  static let longestText = 4096

  /// An activity without a payload.
  public init(
    type: String, title: String = "", targetContentIdentifier: String? = nil, version: Int = 1
  ) {
    self.type = type
    self.title = title
    self.targetContentIdentifier = targetContentIdentifier
    self.version = version
  }

  /// The payload as one typed value; nil when there is none or it is of another type.
  public func payload<T: Decodable>(_ type: T.Type) -> T? {
    userInfo[Self.payloadKey]?.decoded(as: type)
  }

  /// Sets the payload; throws, and changes nothing, when it can't be written as JSON.
  public mutating func setPayload<T: Encodable>(_ payload: T) throws {
    userInfo[Self.payloadKey] = try StateValue(encoding: payload)
  }

  static let payloadKey = "payload"
}

extension UserActivity {
  /// Nil without a type: nobody could continue it.
  init?(_ fields: inout StateFields) {
    guard let type = fields.string("type", longest: Self.longestText), !type.isEmpty else {
      fields.remark("there is no “type”")
      return nil
    }
    self.init(
      type: type, title: fields.string("title", longest: Self.longestText) ?? "",
      targetContentIdentifier: fields.string("target", longest: Self.longestText),
      version: fields.int("version", in: 0...Int(Int32.max)) ?? 1)
    userInfo = fields.object("userInfo") ?? [:]
    isEligibleForSearch = fields.bool("search") ?? false
    isEligibleForHandoff = fields.bool("handoff") ?? false
  }

  var fields: [String: StateValue] {
    var fields: [String: StateValue] = [
      "type": .string(type), "title": .string(title.prefix(bytes: Self.longestText)),
      "version": .int(Int64(version)),
    ]
    fields["target"] = targetContentIdentifier.map { .string($0) }
    if !userInfo.isEmpty { fields["userInfo"] = .object(userInfo) }
    if isEligibleForSearch { fields["search"] = .bool(true) }
    if isEligibleForHandoff { fields["handoff"] = .bool(true) }
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

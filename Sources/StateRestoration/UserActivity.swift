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
  /// The version of the payload's form.
  public var version: Int
  /// What else is needed to continue it. Identifiers, not data.
  public var userInfo: [String: StateValue] = [:]

  public init(
    type: String, title: String = "", targetContentIdentifier: String? = nil, version: Int = 1
  ) {
    self.type = type
    self.title = title
    self.targetContentIdentifier = targetContentIdentifier
    self.version = version
  }

  /// The payload as one typed value; nil when there is none or it is of another type.
  public func payload<T: Decodable>(as type: T.Type) -> T? {
    userInfo["payload"]?.decoded(as: type)
  }

  public mutating func setPayload(_ payload: some Encodable) {
    userInfo["payload"] = StateValue(encoding: payload)
  }

  init?(_ value: StateValue?) {
    guard let fields = value?.object, let type = fields["type"]?.string else { return nil }
    self.init(
      type: type, title: fields["title"]?.string ?? "",
      targetContentIdentifier: fields["target"]?.string, version: fields["version"]?.int ?? 1)
    userInfo = fields["userInfo"]?.object ?? [:]
  }

  var value: StateValue {
    var fields: [String: StateValue] = [
      "type": .string(type), "title": .string(title), "version": .int(Int64(version)),
    ]
    if let targetContentIdentifier { fields["target"] = .string(targetContentIdentifier) }
    if !userInfo.isEmpty { fields["userInfo"] = .object(userInfo) }
    return .object(fields)
  }
}

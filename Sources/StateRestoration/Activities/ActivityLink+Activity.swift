// SPDX-License-Identifier: Apache-2.0
// Converts an activity to a link and back, with its title and its whole payload. Texts with plain
// keys become readable parameters; everything else is one parameter with JSON.

import Foundation

extension ActivityLink {
  /// Parameters that are not texts of the activity.
  private static let titleKey = "_title"
  private static let restKey = "_info"
  private static let versionKey = "_version"
  private static let expirationKey = "_expires"
  private static let keywordsKey = "_keywords"

  /// The activity the link stands for. `activityTypes` maps link types to activity types; others
  /// are refused.
  public func activity(_ activityTypes: [String: ActivityType]) throws -> UserActivity {
    guard let activityType = activityTypes[type] else {
      throw Refused.unknownType(type)
    }
    var activity = UserActivity(type: activityType, targetContentIdentifier: identifier)
    activity.isEligibleForHandoff = true
    for (key, value) in parameters {
      switch key {
      case Self.titleKey: activity.title = value
      case Self.versionKey:
        guard let version = Int(value) else { throw Refused.badVersion }
        activity.version = version
      case Self.expirationKey:
        guard let seconds = Int(value) else { throw Refused.badPayload }
        activity.expirationDate = Date(timeIntervalSince1970: Double(seconds))
      case Self.keywordsKey:
        guard let words = try? StateValue(json: Data(value.utf8)).array else {
          throw Refused.badPayload
        }
        activity.keywords = Set(words.compactMap(\.string))
      case Self.restKey:
        guard let rest = try? StateValue(json: Data(value.utf8)).object else {
          throw Refused.badPayload
        }
        activity.userInfo.merge(rest.byKey) { own, _ in own }
      default: activity.userInfo[StateKey(key)] = .string(value)
      }
    }
    return try Self.accepted(activity)
  }

  /// The link for an activity: its target, its title, and the part of its `userInfo` that is needed
  /// to continue it. An activity that is not eligible for hand-off has none.
  public init(
    _ activity: UserActivity, scheme: String, activityTypes: [String: ActivityType]
  ) throws {
    let activity = try Self.accepted(activity.handedOff())
    guard let type = activityTypes.first(where: { $0.value == activity.type })?.key else {
      throw Refused.noLinks(activityType: activity.type)
    }
    guard let target = activity.targetContentIdentifier, !target.isEmpty else {
      throw Refused.noTarget
    }
    var parameters: [String: String] = [:]
    var rest: [String: StateValue] = [:]
    for (key, value) in activity.userInfo.byName {
      if let text = value.string, Self.isName(key), !key.hasPrefix("_"),
        text.unicodeScalars.allSatisfy(Self.isHarmless), parameters.count < Self.mostParameters / 2
      {
        parameters[key] = text
      } else {
        rest[key] = value
      }
    }
    // The title is for people, so characters that a link may not contain are dropped.
    let title = String(
      String.UnicodeScalarView(activity.title.unicodeScalars.filter(Self.isHarmless)))
    if !title.isEmpty { parameters[Self.titleKey] = title }
    if activity.version != 1 { parameters[Self.versionKey] = String(activity.version) }
    if let expires = activity.expirationDate {
      parameters[Self.expirationKey] = String(Int64(expires.timeIntervalSince1970.rounded()))
    }
    if !activity.keywords.isEmpty {
      let words = StateValue.array(activity.keywords.sorted().map { .string($0) })
      parameters[Self.keywordsKey] = Self.escaped(words.lineText)
    }
    if !rest.isEmpty { parameters[Self.restKey] = Self.escaped(StateValue.object(rest).lineText) }
    try self.init(scheme: scheme, type: type, identifier: target, parameters: parameters)
  }

  private static func accepted(_ activity: UserActivity) throws -> UserActivity {
    do { return try activity.accepted() } catch let refusal as StateRefusal {
      throw Refused.cannotBeSaved(refusal)
    }
  }

  // JSON can escape characters that a link may not contain.
  private static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      if isHarmless(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return text
  }
}

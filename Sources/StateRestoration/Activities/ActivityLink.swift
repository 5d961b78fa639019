// SPDX-License-Identifier: Apache-2.0
// `scheme:type/identifier?key=value`: an activity as text that can be dragged, pasted and clicked.
// Links come from anywhere, so the grammar is strict and everything else is refused with a reason.
// Any text in an activity is escaped; only an empty target, one that names a folder (`.`, `..`), one with
// control characters, or a link of more than 8,192 bytes is refused.

import Foundation

/// A link to something to show.
public struct ActivityLink: Sendable, Equatable {
  /// The application's scheme, in lower case.
  public let scheme: String
  /// The kind of thing it refers to.
  public let type: String
  /// Which one, unescaped. Never empty, and never a path that leads up.
  public let identifier: String
  /// The query parameters, unescaped.
  public let parameters: [String: String]

  /// Why a text is not a valid link, or an activity can't be made one.
  public enum Refused: Error, Equatable {
    /// It has more than ``longest`` bytes.
    case tooLong
    /// It contains spaces, control characters or letters outside of ASCII.
    case notPlain
    /// There is no colon in it.
    case noScheme
    /// It is not of the form `scheme:type/identifier`.
    case malformed
    /// Its scheme or its type is not a plain name.
    case badName
    /// It names nothing, or looks like a path.
    case badIdentifier
    /// This parameter is not of the form `key=value`.
    case badParameter(String)
    /// It says this parameter twice.
    case repeatedParameter(String)
    /// It has more than ``mostParameters``.
    case tooManyParameters
    /// A part of it is wrongly escaped.
    case badEscape
    /// A part of it has a control character.
    case controlCharacter
    /// Read again, the link would say something else.
    case notTheSame
    /// No activity is known for this type of link.
    case unknownType(String)
    /// The version of its payload is not a number.
    case badVersion
    /// Its payload is not JSON.
    case badPayload
    /// It stands for an activity that can't be saved.
    case cannotBeSaved(StateRefusal)
    /// The activity is not eligible for hand-off.
    case notForHandoff
    /// No type of link is known for activities of this type.
    case noLinks(activityType: ActivityType)
    /// The activity has no target.
    case noTarget
  }

  /// In bytes.
  public static let longest = 8192
  /// More is not a link that a user made.
  public static let mostParameters = 32

  /// Parses a link. Anything invalid is refused, never guessed at.
  public init(_ text: String) throws {
    guard text.utf8.count <= Self.longest else {
      throw Refused.tooLong
    }
    guard text.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 }) else {
      throw Refused.notPlain
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw Refused.noScheme
    }
    let parts = text[text.index(after: colon)...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 2 else {
      throw Refused.malformed
    }
    scheme = text[..<colon].lowercased()
    type = String(path[0])
    guard Self.isName(scheme), Self.isName(type) else {
      throw Refused.badName
    }
    identifier = try Self.decoded(path[1])
    // By code points: a slash before a combining mark is one character with it, but not for a disk.
    let steps = identifier.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map { String($0) }
    guard !identifier.isEmpty, !steps.contains("."), !steps.contains("..") else {
      throw Refused.badIdentifier
    }
    parameters = try Self.parameters(parts.count > 1 ? parts[1] : "")
  }

  /// Creates a link; throws if it could not be parsed again.
  public init(
    scheme: String, type: String, identifier: String, parameters: [String: String] = [:]
  ) throws {
    func escaped(_ text: String) throws -> String {
      guard let escaped = text.addingPercentEncoding(withAllowedCharacters: Self.plain) else {
        throw Refused.notTheSame
      }
      return escaped
    }
    var text = "\(scheme):\(type)/\(try escaped(identifier))"
    let pairs = try parameters.sorted { $0.key < $1.key }.map {
      "\($0.key)=\(try escaped($0.value))"
    }
    if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
    try self.init(text)
    guard self.type == type, self.identifier == identifier, self.parameters == parameters else {
      throw Refused.notTheSame
    }
  }

  /// The link as text.
  public var text: String {
    func escaped(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    }
    let pairs = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(escaped($0.value))" }
    return "\(scheme):\(type)/\(escaped(identifier))"
      + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

  private static func parameters(_ query: Substring) throws -> [String: String] {
    var parameters: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(sides[0])
      guard isName(key), sides.count == 2 else {
        throw Refused.badParameter(key)
      }
      guard parameters.updateValue(try decoded(sides[1]), forKey: key) == nil else {
        throw Refused.repeatedParameter(key)
      }
      guard parameters.count <= mostParameters else {
        throw Refused.tooManyParameters
      }
    }
    return parameters
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || $0 == "-" || $0 == "_" || $0 == "."
      }
  }

  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
  }

  // Percent escapes must not hide anything that is refused unescaped.
  private static func decoded(_ text: Substring) throws -> String {
    guard let plain = text.removingPercentEncoding else {
      throw Refused.badEscape
    }
    guard plain.unicodeScalars.allSatisfy(isHarmless) else {
      throw Refused.controlCharacter
    }
    return plain
  }
}

extension ActivityLink.Refused: LocalizedError {
  /// A sentence in English.
  public var errorDescription: String? {
    switch self {
    case .tooLong: "The link is longer than \(ActivityLink.longest) bytes."
    case .notPlain: "The link contains spaces, control characters or non-ASCII letters."
    case .noScheme: "The link has no scheme."
    case .malformed: "The link is not of the form scheme:type/identifier."
    case .badName: "The link’s scheme or type is not a plain name."
    case .badIdentifier: "The link names nothing, or looks like a path."
    case .badParameter(let key): "The link’s parameter “\(key)” is not of the form key=value."
    case .repeatedParameter(let key): "The link says “\(key)” twice."
    case .tooManyParameters: "The link has more than \(ActivityLink.mostParameters) parameters."
    case .badEscape: "The link has a wrongly escaped part."
    case .controlCharacter: "The link has a part with a control character."
    case .notTheSame: "The link would not say the same when it is read again."
    case .unknownType(let type): "Nothing is known about “\(type)”."
    case .badVersion: "The version in the link is not a number."
    case .badPayload: "The link’s payload can’t be read."
    case .cannotBeSaved(let refusal): "The link says what can’t be saved: \(refusal)."
    case .notForHandoff: "The activity is not to be continued elsewhere."
    case .noLinks(let type): "“\(type)” has no links."
    case .noTarget: "The activity is about nothing in particular."
    }
  }
}

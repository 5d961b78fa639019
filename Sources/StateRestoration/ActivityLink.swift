// `scheme:type/identifier?key=value`: an activity as a text that can be dragged, pasted and
// clicked. Links come from anywhere, so the grammar is narrow and everything else is refused with
// its reason.

import Foundation

/// A link that names something to show.
public struct ActivityLink: Sendable, Equatable {
  public let scheme: String
  public let type: String
  public let identifier: String
  public let parameters: [String: String]

  /// Why a text is no link of ours, in words.
  public struct Refused: Error, LocalizedError, Equatable {
    public let reason: String
    public var errorDescription: String? { reason }
  }

  public static let longest = 2048

  public init(_ text: String) throws {
    guard text.utf8.count <= Self.longest else {
      throw Refused(reason: "The link is longer than \(Self.longest) bytes.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 32 && $0.value < 127 }) else {
      throw Refused(reason: "The link contains spaces, control characters or non-ASCII letters.")
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw Refused(reason: "The link has no scheme.")
    }
    let parts = text[text.index(after: colon)...].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 2 else {
      throw Refused(reason: "The link is not of the form scheme:type/identifier.")
    }
    scheme = String(text[..<colon])
    type = String(path[0])
    guard Self.isName(scheme), Self.isName(type) else {
      throw Refused(reason: "The link's scheme or type is not a plain name.")
    }
    identifier = try Self.decoded(path[1])
    var parameters: [String: String] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(sides[0])
      guard Self.isName(key), sides.count == 2 else {
        throw Refused(reason: "The link's parameter “\(key)” is not of the form key=value.")
      }
      guard parameters.updateValue(try Self.decoded(sides[1]), forKey: key) == nil else {
        throw Refused(reason: "The link says “\(key)” twice.")
      }
    }
    self.parameters = parameters
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || $0 == "-" || $0 == "_" || $0 == "."
      }
  }

  // What percent signs hide must be as harmless as what stands in the open.
  private static func decoded(_ text: Substring) throws -> String {
    guard let plain = text.removingPercentEncoding, !plain.isEmpty else {
      throw Refused(reason: "The link has an empty or wrongly escaped part.")
    }
    let isHarmless = plain.unicodeScalars.allSatisfy {
      !CharacterSet.controlCharacters.contains($0) && $0 != "/" && $0 != "\\"
    }
    guard isHarmless, plain != ".", plain != ".." else {
      throw Refused(reason: "The link has a part that looks like a path or a control character.")
    }
    return plain
  }
}

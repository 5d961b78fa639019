// SPDX-License-Identifier: Apache-2.0
// A list of a browser window with a name of its own, which its query alone does not tell.

import Foundation

/// A row of the sidebar that is neither all products, a category, a tag nor the trash.
public enum NamedList: Codable, Hashable, Sendable {
  case recentlyChanged
  /// Products with something unfinished.
  case drafts
  case savedSearch(UUID)

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    if let known = [Self.recentlyChanged, .drafts].first(where: { $0.name == name }) {
      self = known
    } else if let id = UUID(uuidString: name) {
      self = .savedSearch(id)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no list that is known here")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  private var name: String {
    switch self {
    case .recentlyChanged: "recentlyChanged"
    case .drafts: "drafts"
    case .savedSearch(let id): id.uuidString
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a window saves of the product it shows, besides the drafts: the tab, how far the tabs are
// scrolled, and where the keyboard focus was. Used by browser windows and product windows.

import Foundation
import StateRestoration

public struct DetailState: SavedByParts {
  public enum Tab: String, Codable, CaseIterable, Sendable {
    case details
    case variants
    case pictures = "photos"
    case notes
  }

  /// Which of several things being edited had the keyboard focus last.
  public enum Editor: Codable, Equatable, Sendable {
    case form
    case note(UUID)

    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      if name == Self.formName {
        self = .form
      } else if let id = UUID(uuidString: name) {
        self = .note(id)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "neither the form nor a note")
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .form: try container.encode(Self.formName)
      case .note(let id): try container.encode(id)
      }
    }

    private static let formName = "form"
  }

  public var tab = Tab.details
  /// How far each tab is scrolled down, by its name.
  public var scroll: [String: Double] = [:]
  public var editor: Editor?
  public var selectedNote: UUID?
  public var selectedPicture: UUID?
  /// The fields whose values the next new product begins with.
  public var keptFields: [String] = []
  /// The groups of the form's fields that are folded.
  public var foldedGroups: [String] = []
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("tab", \.tab),
      SavedPart("scroll", \.scroll),
      SavedPart("editor", \.editor),
      SavedPart("selectedNote", \.selectedNote),
      SavedPart("selectedPicture", \.selectedPicture),
      SavedPart("keptFields", \.keptFields),
      SavedPart("foldedGroups", \.foldedGroups),
    ]
  }
}

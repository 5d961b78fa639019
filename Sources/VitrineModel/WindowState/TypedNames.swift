// SPDX-License-Identifier: Apache-2.0
// The names that were typed into questions and not given: the same question begins with them.

import Foundation
import StateRestoration

@MainActor
public final class TypedNames {
  /// What a name is asked for. The raw values are stored in windows.
  public enum Question: String {
    case addTag, removeTag, category, saveSearch, renameSearch
  }

  @SceneStorage private var typed: [String: String]

  public init(_ session: SceneSession) {
    _typed = SceneStorage(wrappedValue: [:], SceneKey.typedNames, in: session)
  }

  /// What was typed and not given; nil for nothing.
  /// - Parameter thing: what gets the name, if there are several.
  public subscript(question: Question, of thing: UUID? = nil) -> String? {
    get { typed[Self.key(question, thing)] }
    set {
      let key = Self.key(question, thing)
      if typed[key] != newValue { typed[key] = newValue }
    }
  }

  private static func key(_ question: Question, _ thing: UUID?) -> String {
    [question.rawValue, thing?.uuidString].compactMap(\.self).joined(separator: ".")
  }
}

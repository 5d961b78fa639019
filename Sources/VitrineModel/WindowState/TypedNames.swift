// SPDX-License-Identifier: Apache-2.0
// What was typed into questions, such as for a name, and not given: the same question begins with it.

import Catalog
import Foundation
import StateRestoration

@MainActor
public final class TypedNames {
  /// What a name is asked for. The raw values are stored in windows.
  public enum Question: String {
    case addTag, removeTag, category, saveSearch, renameSearch
    /// Bounds that are not understood.
    case rangeFrom, rangeThrough
    case webPage, exportFile, exportName
    case hubAddress, hubMember
    case keepDesk, renameDesk, handOverDesk
  }

  @SceneStorage private var typed: [String: String]

  public init(_ session: SceneSession) {
    _typed = SceneStorage(wrappedValue: [:], SceneKey.typedNames, in: session)
  }

  /// What was typed and not given; nil for nothing.
  /// - Parameter thing: what gets the name, if there are several.
  public subscript(question: Question, of thing: UUID? = nil) -> String? {
    get { self[question, named: thing?.uuidString] }
    set { self[question, named: thing?.uuidString] = newValue }
  }

  /// The same of a field.
  public subscript(question: Question, of field: FieldID) -> String? {
    get { self[question, named: field.text] }
    set { self[question, named: field.text] = newValue }
  }

  private subscript(question: Question, named thing: String?) -> String? {
    get { typed[Self.key(question, thing)] }
    set {
      let key = Self.key(question, thing)
      if typed[key] != newValue { typed[key] = newValue }
    }
  }

  private static func key(_ question: Question, _ thing: String?) -> String {
    [question.rawValue, thing].compactMap(\.self).joined(separator: ".")
  }
}

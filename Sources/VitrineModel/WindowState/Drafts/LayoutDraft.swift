// SPDX-License-Identifier: Apache-2.0
// A layout of labels while it is made or changed. Each line has an identifier of its own, by which it is moved and selected.

import Foundation
import Paper

public struct LayoutDraft: Codable, Equatable, Sendable {
  public struct Line: Codable, Equatable, Identifiable, Sendable {
    public let id: UUID
    public var line: LabelLayout.Line

    init(_ line: LabelLayout.Line) { (id, self.line) = (UUID(), line) }
  }

  public var name: String
  /// That of the layout that is changed; nil for a new one.
  public let original: String?
  /// The file of a JPEG.
  public var logo: String?
  public internal(set) var lines: [Line]
  public internal(set) var selected: UUID?

  /// - Parameter original: its name if it is the one that is changed; nil for a new one like it.
  init(_ layout: LabelLayout, changing original: String?) {
    (self.original, name, logo) = (original, original ?? "", layout.logo)
    lines = layout.lines.map { Line($0) }
    selected = lines.first?.id
  }

  var layout: LabelLayout {
    LabelLayout(name: name.trimmed, logo: logo, lines: lines.map(\.line))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

// SPDX-License-Identifier: Apache-2.0
// What a list of all notes shows of one.

import Foundation

/// A note in the list of all notes.
public struct ListedNote: Sendable, Equatable, Identifiable {
  public let id: UUID
  public let productID: UUID
  /// The title of its product.
  public let productTitle: String
  /// The note's title; without one, its first line.
  public let heading: String
  /// How the text continues, on one line; in a search, the matching passage if that is further on.
  public let passage: String
  public let changed: Date

  /// `beginning` is the beginning of the text, `found` the passage that matches a search.
  init(
    id: UUID, productID: UUID, productTitle: String, title: String, beginning: String,
    found: String?, changed: Date
  ) {
    self.id = id
    self.productID = productID
    self.productTitle = productTitle
    self.changed = changed
    let lines = beginning.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    heading = title.isEmpty ? lines.first ?? "" : title
    // A passage at the note's beginning is visible anyway.
    let isFurtherOn = found?.hasPrefix(Self.omission) ?? false
    let rest = isFurtherOn ? [found ?? ""] : Array(title.isEmpty ? lines.dropFirst() : lines[...])
    passage = rest.joined(separator: " ").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// What stands for text that is left out.
  static let omission = "…"
}

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
  /// How it goes on, on one line; of a search, what fits it if that stands further on.
  public let passage: String
  public let changed: Date

  /// `beginning` is that of the text. `found` is the passage that fits a search.
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
    // One from the note's beginning is seen anyway.
    let isFurtherOn = found?.hasPrefix(Self.omission) ?? false
    let rest = isFurtherOn ? [found ?? ""] : Array(title.isEmpty ? lines.dropFirst() : lines[...])
    passage = rest.joined(separator: " ").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// What stands for text that is left out.
  static let omission = "…"
}

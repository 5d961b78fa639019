// SPDX-License-Identifier: Apache-2.0
// What the window that merges products saves: which products they are, and what was chosen. Never what
// they have: that is read again.

import Foundation
import StateRestoration

public struct MergeState: SavedByParts {
  public var products: [UUID] = []
  /// The products' revisions as they were seen, by identifier.
  public var revisions: [String: Int] = [:]
  /// The product that was chosen to stay.
  public var kept: UUID?
  /// The products whose values were chosen, by the names of the fields.
  public var choices: [String: UUID] = [:]
  public var unread: [String: StateValue] = [:]

  /// More would not fit beside each other.
  public static let mostProducts = 12

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("products", \.products, isValid: { $0.count <= mostProducts }),
      SavedPart("revisions", \.revisions),
      SavedPart("kept", \.kept),
      SavedPart("choices", \.choices),
    ]
  }
}

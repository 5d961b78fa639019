// SPDX-License-Identifier: Apache-2.0
// What a window saves when several products are selected. `BrowserState.selection` is one of them, so
// that a version of the program that knows only one still finds it. If it names a product that is
// not among these, such a version has selected another one since, and these no longer count.

import Foundation
import StateRestoration

public struct SelectedProducts: SavedByParts {
  /// Up to `most` products, in the order of the list; none if at most one is selected. Of more than
  /// `most`, only the one in `BrowserState` comes back, unless they are all of the list.
  public var products: [UUID] = []
  /// Whether all products of the list are selected, including those that come into it later.
  public var areAll = false
  public var unread: [String: StateValue] = [:]

  /// How many are saved: 40 kB.
  public static let most = 1_000

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("products", \.products, isValid: { (2...most).contains($0.count) }),
      SavedPart("all", \.areAll),
    ]
  }
}

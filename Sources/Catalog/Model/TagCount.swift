// SPDX-License-Identifier: Apache-2.0
// How many products a tag has.

/// A tag and how many products have it.
public struct TagCount: Sendable, Equatable {
  public let tag: String
  public let count: Int

  public init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

// SPDX-License-Identifier: Apache-2.0
// How many products a category has.

/// A category and how many products it has, including those of its subcategories.
public struct CategoryCount: Sendable, Equatable {
  public let path: CategoryPath
  public let count: Int

  public init(path: CategoryPath, count: Int) {
    self.path = path
    self.count = count
  }
}

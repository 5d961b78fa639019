// SPDX-License-Identifier: Apache-2.0
// How many products have a value of a field.

/// How many products of a query have one value in common.
public struct GroupCount: Sendable, Equatable {
  /// The value as text; nil for the products without one.
  public let value: String?
  public let count: Int

  public init(value: String?, count: Int) {
    self.value = value
    self.count = count
  }
}

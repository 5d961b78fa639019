// SPDX-License-Identifier: Apache-2.0
// The year a product was introduced.

import Foundation

/// A year from 1 to 9999.
public struct IntroductionYear: Sendable, Hashable {
  public let value: Int

  public init(_ value: Int) throws {
    guard (1...9999).contains(value) else { throw Self.refused }
    self.value = value
  }

  /// Parses one to four digits, ignoring spaces around them.
  public init(_ text: String) throws {
    let digits = text.trimmed
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 4,
      let value = Int(digits)
    else { throw Self.refused }
    try self.init(value)
  }

  init(stored value: Int) {
    self.value = value
  }

  private static let refused = InvalidValue(.year, .notAYear)
}

// SPDX-License-Identifier: Apache-2.0
// Which row of a list is meant, by its number in the file: what a person decided about it is kept with a window.

public struct RowID: Hashable, Sendable, Codable, Comparable {
  public let number: Int
  /// From 0; only lists that stand beside each other have more.
  public let part: Int

  public init(number: Int, part: Int = 0) {
    (self.number, self.part) = (number, part)
  }

  /// “12”, or “12.1”.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard let number = parts.first ?? nil, parts.count <= 2, !parts.contains(nil) else {
      return nil
    }
    self.init(number: number, part: parts.count > 1 ? parts[1] ?? 0 : 0)
  }

  public var text: String { part == 0 ? "\(number)" : "\(number).\(part)" }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let row = try RowID(container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no row")
    }
    self = row
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public static func < (a: RowID, b: RowID) -> Bool { (a.number, a.part) < (b.number, b.part) }
}

extension ReadRow {
  public var rowID: RowID { RowID(number: number, part: part) }
}

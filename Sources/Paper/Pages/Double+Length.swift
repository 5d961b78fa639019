// SPDX-License-Identifier: Apache-2.0
// Lengths on paper. All are in points, of which an inch has 72, as in a PDF; people measure in millimetres.

extension Double {
  /// So many millimetres, in points.
  public static func mm(_ count: Double) -> Double { count * 72 / 25.4 }

  /// A length in points, in millimetres.
  public var inMillimetres: Double { self * 25.4 / 72 }
}

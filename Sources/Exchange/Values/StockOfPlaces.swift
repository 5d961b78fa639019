// SPDX-License-Identifier: Apache-2.0
// A stock that says how much of it is where: “default=100,second=20”.

import Catalog

enum StockOfPlaces {
  /// All of it; nil for a text that does not name places.
  static func sum(of text: String) -> DecimalNumber? {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
    var sum: Int64 = 0
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].allSatisfy(\.isWhitespace),
        let amount = DecimalNumber(String(sides[1]).trimmed)
      else { return nil }
      let (total, isTooLarge) = sum.addingReportingOverflow(amount.millionths)
      guard !isTooLarge else { return nil }
      sum = total
    }
    return DecimalNumber(millionths: sum)
  }
}

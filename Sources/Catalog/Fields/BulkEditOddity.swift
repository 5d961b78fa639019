// SPDX-License-Identifier: Apache-2.0
// What is odd about a change of many products: allowed, and yet hardly meant. It is counted, shown first and asked
// about; what somebody has typed or chosen as the new value itself is not odd.

/// Something odd about what would become of a product.
public enum BulkEditOddity: Int, Sendable, CaseIterable {
  /// A number or an amount becomes zero.
  case zero
  /// It becomes ten times as much or more, or a tenth or less.
  case tenfold
  /// A text is replaced by nothing at all.
  case lost
}

extension [ProductAdjustment] {
  /// Whether any of them computes a value from the old one.
  public var canBeOdd: Bool {
    contains {
      switch $0 {
      case .calculate, .replace: true
      case .set, .addTag, .removeTag, .number: false
      }
    }
  }

  /// What is odd about what they make of a product.
  func oddities(from before: Product, to after: Product) -> Set<BulkEditOddity> {
    var odd: Set<BulkEditOddity> = []
    for adjustment in self {
      switch adjustment {
      case .calculate(let field, _):
        guard let old = field.value(of: before)?.magnitude, old > 0 else { break }
        let new = field.value(of: after)?.magnitude ?? 0
        if new == 0 {
          odd.insert(.zero)
        } else if new >= old * 10 || new * 10 <= old {
          odd.insert(.tenfold)
        }
      case .replace(let field, _, with: _):
        if field.value(of: before) != nil, field.value(of: after) == nil { odd.insert(.lost) }
      case .set, .addTag, .removeTag, .number: break
      }
    }
    return odd
  }
}

extension FieldValue {
  /// How large a number is, whatever it counts.
  fileprivate var magnitude: Double? {
    switch self {
    case .integer(let number): Double(number.magnitude)
    case .number(let number): Double(number.millionths.magnitude)
    case .money(let price): Double(price.minorUnits.magnitude)
    case .text, .day, .yesNo, .tags, .category: nil
    }
  }
}

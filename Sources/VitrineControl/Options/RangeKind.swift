// SPDX-License-Identifier: Apache-2.0
// What the ends of a range are, for an example.

import Catalog

enum RangeKind {
  case numbers, prices, days

  init(_ kind: FieldKind) {
    switch kind {
    case .money: self = .prices
    case .date: self = .days
    default: self = .numbers
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The papers that are in most printers.

import Foundation

extension CGSize {
  public static let a4 = CGSize(width: .mm(210), height: .mm(297))
  public static let usLetter = CGSize(width: 612, height: 792)
}

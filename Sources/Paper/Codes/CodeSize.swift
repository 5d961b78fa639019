// SPDX-License-Identifier: Apache-2.0
// What a code takes up with its light margin, in tenths of a millimetre: what is needed is rounded up, what is there down.

import Foundation
import Wording

public struct CodeSize: Equatable, Sendable {
  public let width, height: Int

  init(needed size: CGSize) {
    width = Int((Double(size.width).inMillimetres * 10 - 0.001).rounded(.up))
    height = Int((Double(size.height).inMillimetres * 10 - 0.001).rounded(.up))
  }

  init(available size: CGSize) {
    width = Int((Double(size.width).inMillimetres * 10 + 0.001).rounded(.down))
    height = Int((Double(size.height).inMillimetres * 10 + 0.001).rounded(.down))
  }

  /// Such as “31.5 × 12 mm”.
  var text: String { tr("%1$@ × %2$@ mm", Self.written(width), Self.written(height)) }

  private static func written(_ tenths: Int) -> String {
    let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest)"
  }
}

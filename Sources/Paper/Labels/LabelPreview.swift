// SPDX-License-Identifier: Apache-2.0
// One page of labels as it will look, and how many there will be.

import Foundation

public struct LabelPreview: Sendable {
  public let image: PageImage
  /// How many labels there are, and on how many pages.
  public let labels, pages: Int
  /// Which page it is, from 0 on.
  public let page: Int
  /// Why labels of this page can't be printed.
  public let refusals: [String]
}

extension LabelJob {
  /// Which label of a page is at a place of it, from 1 on.
  public func label(at point: CGPoint) -> Int? {
    (0..<sheet.count).first { frame(ofLabel: $0).contains(point) }.map { $0 + 1 }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A job of pages as they are drawn here.

import Foundation
import Gtk
import Wording

extension Printing.Job {
  /// - Parameter size: of each page, in points.
  init(name: String, pages: Int, of size: CGSize) {
    func millimetres(_ points: CGFloat) -> String {
      (Double(points) / 72 * 25.4).formatted(.number.precision(.fractionLength(0...1)))
    }
    self.init(
      name: name, pages: pages, size: (Double(size.width), Double(size.height)),
      paper: tr("%1$@ × %2$@ mm", millimetres(size.width), millimetres(size.height)))
  }
}

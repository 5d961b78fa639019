// SPDX-License-Identifier: Apache-2.0
// The papers of a printer. Printers of labels stop at others, however little they differ.

import CGtk

/// A paper as the driver of a printer knows it.
public struct PrinterPaper: Equatable, Sendable {
  /// As the driver calls it, and which kind of name that is.
  let name: String
  let isIPP: Bool
  /// As people know it.
  public let title: String
  /// In points.
  public let width, height: Double

  init(name: String, isIPP: Bool, title: String, width: Double, height: Double) {
    (self.name, self.isIPP, self.title) = (name, isIPP, title)
    (self.width, self.height) = (width, height)
  }

  /// A third of a millimetre: nobody cuts paper better.
  func isOf(width: Double, height: Double) -> Bool {
    abs(self.width - width) < 1 && abs(self.height - height) < 1
  }

  /// transfer full
  func newPaperSize() -> OpaquePointer? {
    isIPP
      ? gtk_paper_size_new_from_ipp(name, width, height)
      : gtk_paper_size_new_from_ppd(name, title, width, height)
  }
}

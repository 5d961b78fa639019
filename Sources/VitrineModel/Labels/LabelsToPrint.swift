// SPDX-License-Identifier: Apache-2.0
// Labels that are being printed. On which printer, the desktop's dialog asks at last: so they are set for it when it wants
// its first page.

import Foundation
import Paper

@MainActor
public final class LabelsToPrint {
  public let labels, pages: Int
  /// In points.
  public let pageSize: CGSize
  private var placed: PlacedLabels
  private let traits: @MainActor (String?, Int?) -> PrinterTraits

  /// - Parameter traits: of a printer, by its name and the dots per inch that it says it has.
  init(_ placed: PlacedLabels, traits: @escaping @MainActor (String?, Int?) -> PrinterTraits) {
    (self.placed, self.traits) = (placed, traits)
    (labels, pages, pageSize) = (placed.labels, placed.pages, placed.pageSize)
  }

  /// A page, from 0 on. Throws a `LabelRefusal` if something can't be printed there.
  /// - Parameters:
  ///   - printer: nil for a file.
  ///   - dotsPerInch: as the printer says; nil if it does not.
  public func drawn(
    _ page: Int, on printer: String?, dotsPerInch: Int?
  ) async throws -> DrawnPage {
    let traits = traits(printer, dotsPerInch)
    if traits != placed.printer {
      let other = placed.forPrinter(traits)
      try await other.check()
      placed = other
    }
    return try await placed.drawn(page)
  }
}

// SPDX-License-Identifier: Apache-2.0
// What is said of a catalogue that is converted from an older version.

import Catalog

extension ConversionProgress {
  /// Beforehand: what is done, and how long that may take.
  public var announcement: String {
    tr(
      "The catalogue is from an older version: it is copied and converted, which may take %@.",
      duration)
  }

  /// Meanwhile.
  public var sentence: String {
    tr("Converting the catalogue: %1$@, about %2$@ left", "\(Int(fraction * 100)) %", duration)
  }

  /// How long the rest takes.
  public var duration: String {
    secondsLeft < 90
      ? tr("1 second", "%@ seconds", count: max(1, Int(secondsLeft.rounded(.up))))
      : tr("1 minute", "%@ minutes", count: Int((secondsLeft / 60).rounded(.up)))
  }
}

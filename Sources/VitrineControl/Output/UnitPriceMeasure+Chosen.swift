// SPDX-License-Identifier: Apache-2.0
// For how much unit prices are in a terminal: as in the windows.

import Catalog
import StateRestoration
import Wording

extension UnitPriceMeasure {
  /// As the person chose it in the Preferences, else as the country has it.
  static let chosen: UnitPriceMeasure = {
    let file = AppSettings.standardFile(directoryName: "org.vitrine.Vitrine")
    return file.flatMap { AppSettings.value(Self.self, for: key, in: $0) } ?? .usual
  }()
}

// SPDX-License-Identifier: Apache-2.0
// For how much unit prices are here: as the person chose it in the Preferences, else as the country has it. The windows and
// the terminal take it from the same place, so that a label says what the details say.

import Catalog
import Foundation
import StateRestoration

extension UnitPriceMeasure {
  /// Where the choice is in the preferences; without one, it is the usual one.
  public static let key: StateKey = "products.unitPrice"

  /// What is usual in the country that amounts of money are written for.
  public static let usual: UnitPriceMeasure = {
    let environment = ProcessInfo.processInfo.environment
    let name = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return UnitPriceMeasure(localeName: name ?? "")
  }()

  /// - Parameter name: as the environment has it, such as “de_AT.UTF-8”.
  init(localeName name: String) {
    let identifier = String(name.prefix { $0 != "." && $0 != "@" })
    // Foundation takes “C” and “POSIX” for languages, which have no country.
    self.init(country: Locale(identifier: identifier).region?.identifier)
  }

  /// As a menu shows it.
  public var label: String {
    switch self {
    case .kilogram: tr("kg and l")
    case .smallPacks: tr("100 g for small packs")
    case .hundredGrams: tr("100 g and 100 ml")
    case .pound: tr("lb", context: "unit prices are for one")
    case .ounce: tr("oz", context: "unit prices are for one")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a user chooses for the whole application. It is in a file that may be edited.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

/// How high the rows of the list are.
enum ListDensity: String, Codable {
  case normal, compact
}

/// The currency of amounts that are typed without one.
enum DefaultCurrency: Codable, Equatable {
  /// Of the user's country.
  case country
  case currency(Currency)

  init(from decoder: any Decoder) throws {
    let code = try decoder.singleValueContainer().decode(String.self)
    self = code == Self.countryName ? .country : .currency(try Currency(code))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(currency?.code ?? Self.countryName)
  }

  var currency: Currency? { if case .currency(let currency) = self { currency } else { nil } }

  private static let countryName = "country"
}

@MainActor
final class Preferences {
  /// Whether the windows come back at a start.
  @AppStorage var onStart: StartPolicy
  /// Whether the program starts after a log-in if it was open when the session ended.
  @AppStorage var opensAfterLogIn: Bool
  /// Whether the list of saved windows shows pictures of those that were closed.
  @AppStorage var keepsPictures: Bool
  /// Light, dark, or as the desktop is.
  @AppStorage var style: ColorScheme
  @AppStorage var density: ListDensity
  @AppStorage var currency: DefaultCurrency
  /// For how much unit prices are; nil for what is usual in the country.
  @AppStorage var unitPrices: UnitPriceMeasure?
  /// How long deleted products stay in the trash.
  @AppStorage var trashAge: TrashAge
  /// Whether the desktop lists products that were opened.
  @AppStorage var listsRecentProducts: Bool
  /// Whether what a barcode scanner types is told from what a person types; nil until one is set up.
  @AppStorage var recognisesScanner: Bool?
  /// Whether the user has answered to the offer to set one up.
  @AppStorage var isScannerAnswered: Bool
  /// What others may do with the catalogue's files, as far as the user was told and let them.
  @AppStorage var acceptedAccess: OthersAccess?
  private let settings: AppSettings

  private init(_ settings: AppSettings) {
    self.settings = settings
    _onStart = AppStorage(wrappedValue: .always, "windows.onStart", in: settings)
    _opensAfterLogIn = AppStorage(wrappedValue: false, "windows.openAfterLogIn", in: settings)
    _keepsPictures = AppStorage(wrappedValue: false, "windows.pictures", in: settings)
    _style = AppStorage(wrappedValue: .desktop, "windows.style", in: settings)
    _density = AppStorage(wrappedValue: .normal, "list.density", in: settings)
    _currency = AppStorage(wrappedValue: .country, "products.currency", in: settings)
    _unitPrices = AppStorage(wrappedValue: nil, UnitPriceMeasure.key, in: settings)
    _listsRecentProducts = AppStorage(wrappedValue: false, "products.recent", in: settings)
    _recognisesScanner = AppStorage(wrappedValue: nil, "scanner.isRecognised", in: settings)
    _isScannerAnswered = AppStorage(wrappedValue: false, "scanner.isAnswered", in: settings)
    _acceptedAccess = AppStorage(wrappedValue: nil, "catalogue.acceptedAccess", in: settings)
    _trashAge = AppStorage(wrappedValue: .never, "trash.emptiedAfter", in: settings)
  }

  static func open(_ profile: Profile) async -> Preferences {
    Preferences(
      await AppSettings.open(AppSettings.standardFile(directoryName: profile.applicationID)))
  }

  /// Takes over what was changed in the file.
  func reload() { Task { [settings] in await settings.reload() } }

  /// Waits until they are on the disk.
  func flush() { settings.flush(within: 1) }
}

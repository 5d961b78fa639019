// SPDX-License-Identifier: Apache-2.0
// The catalogue that all windows of the process share: the store, with its changes delivered on the
// main thread.

import Catalog
import Foundation
import Wording

@MainActor
public final class OpenCatalogue {
  public let store: CatalogStore
  /// Whether it is a backup, or a copy of a catalogue: then it is only looked at.
  public let isBackup: Bool
  /// Everything that changed, whichever window or process did it.
  public let changes = Observers<CatalogChange>()
  /// Why nothing can be saved: the catalogue is not where it was opened. Nil as long as it is.
  public private(set) var whyAway: String?
  public let placeChanged = Observers<Void>()
  /// Notices of the catalogue, as sentences.
  public let notices = Observers<String>()
  public let commands: CatalogueCommands
  public let fields: CustomFields
  public let searches: SavedSearchList
  public let templates: TemplateList
  /// The products with something unfinished in an open window.
  public let unfinished = UnfinishedProducts()
  /// What others who share the catalogue see of this screen.
  public let onScreen: ProductsOnScreen
  public let counts: PlaceCounts
  /// With others, through a hub.
  public let sharing: CatalogueSharing
  /// Whether photos are being added, in whichever window it was begun, even if that has closed.
  public var isAddingPhotos: Bool { !batchesUnderWay.isEmpty }
  /// Whether some of them would not be added if the program ended now: the next one goes on with what is saved.
  public var wouldLosePhotos: Bool { batchesUnderWay.values.contains { !$0() } }
  /// How many files are being written, in whichever window that was begun: none of them would be there.
  public private(set) var filesUnderWay = 0

  func whileWriting<Value: Sendable>(
    _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    filesUnderWay += 1
    defer { filesUnderWay -= 1 }
    return try await body()
  }

  /// Whether each of them is saved.
  var batchesUnderWay: [UUID: @MainActor () -> Bool] = [:]
  private let commandsInOrder = CommandsInOrder()
  /// The currency of amounts that are typed without one; nil for the country's.
  public var defaultCurrency: Currency?
  /// For how much unit prices are.
  public var unitPrices = UnitPriceMeasure.usual {
    didSet { if unitPrices != oldValue { unitPricesChanged.notify(()) } }
  }
  public let unitPricesChanged = Observers<Void>()
  /// The formats of pictures that this computer can show; others are not added.
  public var shownFormats = Set(PictureFormat.allCases)

  /// The numbers in the barcodes of a picture's file, as they are read, right or wrong.
  let barcodes: @Sendable (URL) async -> [String]

  /// The currency of the user's country.
  public static var countryCurrency: Currency? { WritingStyle.local().currency }

  /// How what is typed is understood. An amount without a currency is in that of the product's price.
  func writingStyle(for product: Product?) -> WritingStyle {
    var style = WritingStyle.local(for: product)
    if product?.price == nil, let defaultCurrency { style.currency = defaultCurrency }
    return style
  }

  /// Why a picture that could not be read can't be shown.
  public func whyNotShown(_ picture: ProductPicture?) -> String {
    if let format = picture?.format, !shownFormats.contains(format) { return format.needs }
    return tr("Its file is missing, damaged or too large.")
  }

  /// Carries out what a person has asked for after what was asked for before, in whichever window.
  func inOrder(_ command: @escaping @MainActor () async -> Void) {
    commandsInOrder.perform(command)
  }

  /// How many commands have been asked for.
  public var asked: Int { commandsInOrder.asked }

  /// - Parameter hub: what carries a shared catalogue; nil where the program was built without it.
  public init(
    _ store: CatalogStore, hub: (any HubLink)? = nil, isBackup: Bool = false,
    barcodes: @escaping @Sendable (URL) async -> [String]
  ) {
    (self.store, self.barcodes, self.isBackup) = (store, barcodes, isBackup)
    commands = CatalogueCommands(store, commandsInOrder, changes: changes)
    // Before any window is notified of a change, so that each finds the fields about to be read again.
    fields = CustomFields(store, changes: changes)
    searches = SavedSearchList(store, changes: changes)
    templates = TemplateList(store, changes: changes)
    counts = PlaceCounts(store, changes: changes, searches: searches, unfinished: unfinished)
    sharing = CatalogueSharing(store, hub, changes: changes)
    onScreen = ProductsOnScreen(sharing.presence, unfinished)
    let stream = store.changes()
    // Ends with the stream, which the store ends when it closes.
    Task { [weak self] in
      for await change in stream {
        guard let self else { return }
        self.changes.notify(change)
      }
    }
    let places = store.placeChanges()
    Task { [weak self] in
      for await isThere in places {
        guard let self else { return }
        self.whyAway =
          isThere
          ? nil : tr("The catalogue was moved, removed or replaced. Nothing can be saved in it.")
        self.placeChanged.notify(())
        // What could not be read meanwhile is read now.
        if isThere { self.changes.notify(.everything) }
      }
    }
    let notices = store.notices()
    Task { [weak self] in
      for await notice in notices {
        guard let self else { return }
        // Of a catalogue that is not there, everything fails, and that is said already.
        if self.whyAway == nil { self.notices.notify(notice.sentence(\.dateText)) }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Many photos first, names later: photos that are dropped on the list become products, one each or one
// of all. A product must have a title, so they are called “Untitled” in the catalogue, and their titles
// are drafts of the window: no photo is lost if the window is.

import Catalog
import Foundation
import Wording

/// Where products that are made of photos are listed.
@MainActor
protocol ProductsFromPhotosDelegate: AnyObject {
  /// Photos begin to be read; what this returns is called when their products are in the catalogue.
  func photosBegin() -> @MainActor ([UUID]) -> Void
}

@MainActor
public final class ProductsFromPhotos {
  public let adding: AddingPictures
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  private weak var delegate: (any ProductsFromPhotosDelegate)?
  private let catalogue: OpenCatalogue
  private let untitled: UntitledProducts

  init(
    _ catalogue: OpenCatalogue, _ untitled: UntitledProducts,
    delegate: any ProductsFromPhotosDelegate
  ) {
    (self.catalogue, self.untitled, self.delegate) = (catalogue, untitled, delegate)
    adding = AddingPictures(catalogue)
  }

  /// Makes a product of each photo, or one of all.
  public func add(_ sources: [PictureSource], asOne: Bool) {
    guard !sources.isEmpty,
      let title = try? ProductTitle(tr("Untitled", context: "title of a product that has none yet"))
    else { return }
    let new = (asOne ? [sources] : sources.map { [$0] }).map { NewProduct(pictures: $0) }
    // Before they are in the catalogue: if the program ends meanwhile, they are marked already.
    untitled.add(new.map(\.id), called: title.text)
    let (store, formats) = (catalogue.store, catalogue.shownFormats)
    let barcodes = catalogue.barcodes
    let whenAdded = delegate?.photosBegin()
    adding.add(sources.count) { report in
      try await store.createProducts(
        new, titled: title, formats: formats,
        codes: { Set(await barcodes($0).compactMap { try? GTIN($0) }) }, progress: report)
    } done: { [weak self, catalogue] outcome in
      guard let self else { return catalogue.sayWhatWasNotAdded(outcome.map(\.refused)) }
      await self.finished(outcome, new.map(\.id), whenAdded)
    }
  }

  private func finished(
    _ outcome: Result<AddedProducts, any Error>, _ ids: [UUID],
    _ whenAdded: (@MainActor ([UUID]) -> Void)?
  ) async {
    let added = (try? outcome.get().products) ?? []
    untitled.remove(Set(ids).subtracting(added))
    switch outcome {
    case .success(let outcome):
      adding.name(outcome.refused)
      guard !added.isEmpty else {
        return messages.notify(
          tr("No photo was added", "None of %@ photos was added", count: outcome.refused.count))
      }
      await untitled.settle()
      whenAdded?(added)
      let sentence = tr(
        "1 product added", "%@ products added", count: added.count
      )
      if let offer = await catalogue.commands.offer(.createProduct, sentence, count: added.count) {
        offers.notify(offer)
      } else {
        messages.notify(sentence)
      }
    case .failure(is CancellationError): messages.notify(tr("Cancelled: no product was added"))
    case .failure(let error): messages.notify(tr("Not added: %@", error.sentence))
    }
  }
}

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
  private let underWay: PhotosUnderWay

  init(
    _ catalogue: OpenCatalogue, _ untitled: UntitledProducts, underWay: PhotosUnderWay,
    delegate: any ProductsFromPhotosDelegate
  ) {
    (self.catalogue, self.untitled, self.delegate) = (catalogue, untitled, delegate)
    self.underWay = underWay
    adding = AddingPictures(catalogue)
  }

  /// Makes a product of each photo, or of those of one thing, or one of all.
  public func add(_ sources: [PictureSource], asOne: Bool) {
    guard !sources.isEmpty, let title = Self.title else { return }
    let groups = asOne ? [sources] : FileTitle.grouped(sources)
    let ids = groups.map { _ in UUID() }
    // Before they are in the catalogue: if the program ends meanwhile, they are marked already.
    untitled.add(
      zip(ids, groups).map { id, group in
        let named = Self.title(of: group)
        return .init(product: id, was: (named ?? title).text, isNamed: named == nil ? nil : true)
      })
    add(
      sources, as: ids, savedAs: underWay.begin(sources, as: ids),
      whenAdded: delegate?.photosBegin())
  }

  /// Goes on with what was being added when the last run ended.
  func goOn() {
    for batch in underWay.takeInterrupted(areProducts: true) {
      Task { [catalogue, weak self] in
        let isAdded = await batch.isAdded(in: catalogue.store)
        guard let self else { return }
        if isAdded { return underWay.end(batch) }
        messages.notify(batch.goingOn)
        // The window is as it was, and stays on what it shows.
        add(batch.sources, as: batch.added, savedAs: batch, whenAdded: nil)
      }
    }
  }

  private static var title: ProductTitle? {
    try? ProductTitle(tr("Untitled", context: "title of a product that has none yet"))
  }

  /// What the names of its files say.
  private static func title(of group: [PictureSource]) -> ProductTitle? {
    FileTitle.title(of: group).flatMap { try? ProductTitle($0) }
  }

  /// - Parameter ids: of one product of all photos, or of one of each, or of each thing on them.
  private func add(
    _ sources: [PictureSource], as ids: [UUID], savedAs batch: PhotosUnderWay.Batch?,
    whenAdded: (@MainActor ([UUID]) -> Void)?
  ) {
    guard let title = Self.title else { return }
    let groups =
      ids.count == 1
      ? [sources] : ids.count == sources.count ? sources.map { [$0] } : FileTitle.grouped(sources)
    let new = zip(ids, groups).map {
      NewProduct(id: $0, pictures: $1, title: Self.title(of: $1))
    }
    let (store, formats) = (catalogue.store, catalogue.shownFormats)
    let barcodes = catalogue.barcodes
    adding.add(sources.count, isRemembered: batch != nil) { report in
      try await store.createProducts(
        new, titled: title, formats: formats,
        codes: { Set(await barcodes($0).compactMap { try? GTIN($0) }) }, progress: report)
    } done: { [weak self, catalogue] outcome in
      guard let self else { return catalogue.sayWhatWasNotAdded(outcome.map(\.refused)) }
      self.underWay.end(batch)
      await self.finished(outcome, ids, whenAdded)
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

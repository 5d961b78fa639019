// SPDX-License-Identifier: Apache-2.0
// Many photos first, names later: photos that are dropped on the list become products, one each, one of
// all or one of those that show one thing. A product must have a title, so they are called “Untitled” in the catalogue, and their titles
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

  /// Into how many products photos can be made, by each of the ways.
  public nonisolated static func counts(of sources: [PictureSource]) async -> [PhotoGrouping: Int] {
    await PhotoGroups.counts(sources)
  }

  /// Makes products of photos.
  public func add(_ sources: [PictureSource], by grouping: PhotoGrouping) {
    guard !sources.isEmpty else { return }
    // There are no more products than photos.
    let ids = sources.map { _ in UUID() }
    add(
      sources, by: grouping, as: ids,
      savedAs: underWay.begin(sources, as: ids, by: grouping),
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
        add(batch.sources, by: batch.way, as: batch.added, savedAs: batch, whenAdded: nil)
      }
    }
  }

  private static var title: ProductTitle? {
    try? ProductTitle(tr("Untitled", context: "title of a product that has none yet"))
  }

  private func add(
    _ sources: [PictureSource], by grouping: PhotoGrouping, as ids: [UUID],
    savedAs batch: PhotosUnderWay.Batch?, whenAdded: (@MainActor ([UUID]) -> Void)?
  ) {
    guard let title = Self.title else { return }
    let (store, formats) = (catalogue.store, catalogue.shownFormats)
    let barcodes = catalogue.barcodes
    adding.add(sources.count, isRemembered: batch != nil) { [weak self] report in
      let groups = await PhotoGroups(sources, by: grouping)
      let new = zip(ids, zip(groups.groups, groups.titles)).map {
        NewProduct(id: $0, pictures: $1.0, title: $1.1)
      }
      // Before they are in the catalogue: if the program ends meanwhile, they are marked already.
      await self?.mark(new, titled: title)
      return try await store.createProducts(
        new, titled: title, formats: formats,
        codes: { Set(await barcodes($0).compactMap { try? GTIN($0) }) }, progress: report)
    } done: { [weak self, catalogue] outcome in
      guard let self else { return catalogue.sayWhatWasNotAdded(outcome.map(\.refused)) }
      self.underWay.end(batch)
      await self.finished(outcome, ids, whenAdded)
    }
  }

  /// They want a title; what their files say may do.
  private func mark(_ new: [NewProduct], titled title: ProductTitle) {
    untitled.add(
      new.map {
        .init(
          product: $0.id, was: ($0.title ?? title).text, isNamed: $0.title == nil ? nil : true)
      })
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

// MARK: Putting together

extension ProductsFromPhotos {
  /// Whether all of these still want a title: what was said about a product is not merged unasked.
  public func areUntitled(_ products: [UUID]) -> Bool {
    !products.isEmpty && untitled.waiting.isSuperset(of: products)
  }

  /// Puts the photos of some products to those of another one, because they show the same thing.
  public func join(_ others: [UUID], to product: UUID) {
    let others = others.filter { $0 != product }
    guard areUntitled(others + [product]) else { return }
    catalogue.inOrder { [self, catalogue] in
      do {
        var entries: [CatalogEntry] = []
        for id in [product] + others {
          if let entry = try await catalogue.store.entry(id) { entries.append(entry) }
        }
        guard var merge = ProductMerge(entries, fields: catalogue.fields.all) else { return }
        merge.keep(product)
        guard case .merged(let merged) = try await catalogue.store.merge(merge) else { return }
        // The others stay known as untitled, in case that this is undone.
        let sentence = tr(
          "%1$@ photos put together in “%2$@”", merged.pictures.count.displayText,
          merged.title.text)
        if let offer = await catalogue.commands.offer(
          .mergeProducts, sentence, count: entries.count)
        {
          offers.notify(offer)
        } else {
          messages.notify(sentence)
        }
      } catch {
        messages.notify(tr("Not merged: %@", error.sentence))
      }
    }
  }
}

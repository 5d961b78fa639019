// SPDX-License-Identifier: Apache-2.0
// The pictures of one product as a window shows them: their order, the one that is selected, and what
// is being added. Files are read and checked off the main thread; pictures go to the product that they
// were meant for, whatever the window shows meanwhile.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductPictures {
  public enum Change: Equatable {
    /// The pictures, their order or their captions.
    case list
    case selection
    /// Some were added; this is the first of them.
    case added(UUID)
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  public private(set) var items: [ProductPicture] = []
  public let adding: AddingPictures
  @SceneStorage private var state: DetailState

  private let catalogue: OpenCatalogue
  let session: SceneSession
  /// The caption that was typed last.
  @SceneStorage var draft: CaptionDraft
  /// Those that were left unfinished before it.
  @SceneStorage var waitingCaptions: [CaptionDraft]
  /// The photos whose captions are being written to the catalogue.
  var captionsUnderWay: Set<UUID> = []
  private var product: Product?
  private var isInTrash = false
  private let commands: CommandsUnderWay
  let underWay: PhotosUnderWay

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, state: SceneStorage<DetailState>) {
    self.catalogue = catalogue
    adding = AddingPictures(catalogue)
    self.session = session
    underWay = PhotosUnderWay(session)
    commands = CommandsUnderWay(catalogue, messages: messages)
    _state = state
    _draft = SceneStorage(wrappedValue: CaptionDraft(), SceneKey.captionDraft, in: session)
    _waitingCaptions = SceneStorage(
      wrappedValue: [], SceneKey.waitingCaptions, in: session)
  }

  /// Why a picture that could not be read can't be shown.
  public func whyNotShown(_ id: UUID) -> String {
    catalogue.whyNotShown(items.first { $0.id == id })
  }

  /// Whether there is a product whose pictures can be changed.
  public var canChange: Bool { target != nil }

  public var selectedID: UUID? { state.selectedPicture }

  public func select(_ id: UUID?) {
    guard id != selectedID else { return }
    state.selectedPicture = id
    changed.notify(.selection)
  }

  func show(_ product: Product?, isInTrash: Bool) {
    let isAnother = product?.id != self.product?.id
    if isAnother { adding.dismissProblems() }
    (self.product, self.isInTrash) = (product, isInTrash)
    // Moves under way are shown already; the catalogue reports each of them.
    if isAnother || !commands.areUnderWay { take(product?.pictures ?? []) }
  }

  private func take(_ pictures: [ProductPicture]) {
    guard pictures != items else { return }
    // After the selected one has gone, its neighbour is selected.
    if let old = items.firstIndex(where: { $0.id == selectedID }),
      !pictures.contains(where: { $0.id == selectedID })
    {
      let isSameProduct = pictures.contains { new in items.contains { $0.id == new.id } }
      state.selectedPicture =
        isSameProduct ? pictures[min(old, pictures.count - 1)].id : nil
    }
    items = pictures
    changed.notify(.list)
  }

  // MARK: Adding

  /// The product that pictures can be added to now. Whoever asks for files first passes it to
  /// ``add(_:to:at:)`` afterwards: the window may show another one by the time they are chosen.
  public var target: Product? { isInTrash ? nil : product }

  /// Adds those that can be used to a product, as one step of undo, after the others or before the one
  /// at `position`.
  public func add(_ sources: [PictureSource], to target: Product? = nil, at position: Int = .max) {
    guard let product = target ?? self.target, !sources.isEmpty else { return }
    begin(sources, to: product.id, called: product.title.text, at: position)
  }

  /// Adds those that can be used to a variant of the product.
  public func add(_ sources: [PictureSource], to variant: ListedProduct) {
    guard canChange, !sources.isEmpty else { return }
    begin(sources, to: variant.id, called: variant.title, at: .max)
  }

  private func begin(
    _ sources: [PictureSource], to product: UUID, called title: String, at position: Int
  ) {
    let ids = sources.map { _ in UUID() }
    let batch = underWay.begin(
      sources, to: product, at: position == .max ? nil : position, as: ids)
    add(sources, as: ids, to: product, called: title, at: position, savedAs: batch)
  }

  private func add(
    _ sources: [PictureSource], as ids: [UUID], to product: UUID, called title: String?,
    at position: Int, savedAs batch: PhotosUnderWay.Batch?
  ) {
    let (store, formats) = (catalogue.store, catalogue.shownFormats)
    adding.add(sources.count, to: title, isRemembered: batch != nil) { report in
      try await store.addUsablePictures(
        sources, as: ids, of: formats, to: product, at: position, progress: report)
    } done: { [weak self, catalogue] outcome in
      guard let self else { return catalogue.sayWhatWasNotAdded(outcome.map(\.refused)) }
      self.underWay.end(batch)
      await self.finished(outcome, product)
    }
  }

  /// Goes on with what was being added when the last run ended.
  func goOn() {
    for batch in underWay.takeInterrupted(areProducts: false) {
      guard let product = batch.product else { continue }
      Task { [catalogue, weak self] in
        let isAdded = await batch.isAdded(in: catalogue.store)
        let title = try? await catalogue.store.product(product)?.title.text
        guard let self else { return }
        if isAdded { return underWay.end(batch) }
        messages.notify(batch.goingOn)
        add(
          batch.sources, as: batch.added, to: product, called: title,
          at: batch.position ?? .max, savedAs: batch)
      }
    }
  }

  private func finished(_ outcome: Result<AddedPictures, any Error>, _ product: UUID) async {
    switch outcome {
    case .success(let added):
      adding.name(added.refused)
      guard !added.pictures.isEmpty else {
        return messages.notify(
          tr("No photo was added", "None of %@ photos was added", count: added.refused.count))
      }
      if let first = added.pictures.first?.id, product == self.product?.id {
        select(first)
        changed.notify(.added(first))
      }
      await offerUndo(
        of: .addPictures,
        tr("1 photo added", "%@ photos added", count: added.pictures.count))
    case .failure(is CancellationError): messages.notify(tr("Cancelled: no photo was added"))
    case .failure(let error): messages.notify(tr("Not added: %@", error.sentence))
    }
  }

  private func offerUndo(of kind: CatalogCommand.Kind, _ sentence: String) async {
    if let offer = await catalogue.commands.offer(kind, sentence) {
      offers.notify(offer)
    } else {
      messages.notify(sentence)
    }
  }

  // MARK: Changing

  /// Moves a picture up (negative) or down.
  public func move(_ id: UUID, by distance: Int) {
    if let place = items.place(of: id, movedBy: distance) { move(id, to: place) }
  }

  /// Puts a picture above or below another one.
  public func move(_ id: UUID, beside other: UUID, below: Bool) {
    if let place = items.place(of: id, beside: other, below: below) { move(id, to: place) }
  }

  private func move(_ id: UUID, to place: Int) {
    guard canChange, let place = items.move(id, to: place) else { return }
    // Shown at once, before the catalogue confirms it.
    changed.notify(.list)
    perform { try await $0.movePicture(id, to: place) }
  }

  /// Turns a picture as it is shown.
  public func rotate(_ id: UUID, by turn: PictureRotation) {
    guard canChange, let position = items.firstIndex(where: { $0.id == id }) else { return }
    items[position].turn = items[position].turn + turn
    changed.notify(.list)
    perform { try await $0.rotatePicture(id, by: turn) }
  }

  /// Gives a picture another file; its caption and its place stay.
  public func replace(_ id: UUID, with source: PictureSource) {
    guard canChange, items.contains(where: { $0.id == id }) else { return }
    let formats = catalogue.shownFormats
    perform { [weak self] store in
      do {
        guard try await store.replacePicture(id, with: source, of: formats) else { return }
        await self?.offerUndo(of: .replacePicture, tr("Photo replaced"))
      } catch {
        self?.messages.notify(tr("Not replaced: %@", error.sentence))
      }
    }
  }

  public func remove(_ id: UUID) {
    guard canChange, items.contains(where: { $0.id == id }) else { return }
    take(items.filter { $0.id != id })
    perform { [weak self] store in
      if try await store.removePicture(id) {
        await self?.offerUndo(of: .removePicture, tr("Photo removed"))
      }
    }
  }

  /// Shows a caption before the catalogue confirms it; returns the one before, or nil if there is no such
  /// photo.
  func show(_ caption: FreeText, of id: UUID) -> FreeText? {
    guard canChange, let position = items.firstIndex(where: { $0.id == id }) else { return nil }
    let old = items[position].caption
    guard caption != old else { return old }
    items[position].caption = caption
    changed.notify(.list)
    return old
  }

  /// Saves a copy of a picture's file.
  public func saveCopy(of picture: ProductPicture, to file: URL) {
    Task { [catalogue, messages] in
      do {
        try await catalogue.store.saveCopy(of: picture, to: file)
        messages.notify(tr("Saved as “%@”", file.lastPathComponent))
      } catch {
        messages.notify(tr("Not saved: %@", error.sentence))
      }
    }
  }

  func perform(_ work: @escaping @MainActor (CatalogStore) async throws -> Void) {
    commands.perform(work) { [weak self, catalogue] in
      guard let id = self?.product?.id else { return }
      // Until now, what the catalogue said about it was not shown.
      let now = try? await catalogue.store.product(id, includingTrash: true)
      guard let self, !self.commands.areUnderWay, let now, self.product?.id == id else { return }
      self.take(now.pictures)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The model of a photo window: one picture of a product, which part of it is seen, and the ways to the
// pictures beside it. When the picture or its product is gone the window says so and shows the way on;
// it follows the catalogue, so undo brings the picture back into it.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class PictureScene {
  public enum Content: Equatable {
    case loading
    /// The picture at this place among those of the product.
    case picture(Product, at: Int)
    /// The product no longer has this picture.
    case removed(Product)
    case trashed(Product)
    /// The product is no longer in the catalogue.
    case missing
    case failed(String)
  }

  public let changed = Observers<Void>()
  /// Messages that need no answer.
  public let messages = Observers<String>()
  public let session: SceneSession
  public private(set) var content = Content.loading
  /// Which part of the picture is seen; the view says how large both are.
  public var viewport: PictureViewport {
    didSet { (state.zoom, state.centre) = (viewport.zoom, viewport.centre) }
  }
  @SceneStorage private var state: PictureState
  private let catalogue: OpenCatalogue
  private var asked = 0

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    self.catalogue = catalogue
    self.session = session
    let storage = SceneStorage(wrappedValue: PictureState(), SceneKey.picture, in: session)
    let nothing = PictureViewport.Size(width: 0, height: 0)
    viewport = PictureViewport(
      picture: nothing, view: nothing, zoom: storage.wrappedValue.zoom,
      centre: storage.wrappedValue.centre)
    _state = storage
    if state.product == nil {
      state.product = session.activity?.productID
      state.picture = session.activity?.pictureID
    }
    catalogue.changes.add(self) { [weak self] change in
      guard let self, let id = self.state.product else { return }
      if change.touches(.all.subtracting([.notes, .position]), of: id) { self.reload() }
    }
    reload()
  }

  public var productID: UUID? { state.product }
  public var pictureID: UUID? { state.picture }

  /// The product's title, or what it was when the window was saved.
  public var title: String {
    switch content {
    case .picture(let product, _), .removed(let product), .trashed(let product): product.title.text
    case .loading, .missing, .failed: session.activity?.title ?? ""
    }
  }

  /// The picture that is shown.
  public var picture: ProductPicture? {
    if case .picture(let product, let place) = content { product.pictures[place] } else { nil }
  }

  /// Why its file can't be shown.
  public var whyNotShown: String { catalogue.whyNotShown(picture) }

  /// “2 of 5”; nil if there is nothing to count.
  public var placeText: String? {
    guard case .picture(let product, let place) = content, product.pictures.count > 1 else {
      return nil
    }
    return tr("%1$@ of %2$@", (place + 1).displayText, product.pictures.count.displayText)
  }

  /// What a screen reader calls the picture: title and caption.
  public var spokenName: String {
    guard let picture else { return title }
    let caption = picture.caption.text
    return caption.isEmpty ? tr("Photo of %@", title) : tr("%1$@: %2$@", title, caption)
  }

  // MARK: Showing

  /// Reads the product again after a failure.
  public func reload() {
    asked += 1
    guard let id = state.product else { return set(.missing) }
    let number = asked
    Task { [weak self, catalogue] in
      do {
        let product = try await catalogue.store.product(id)
        let trashed =
          product == nil ? try await catalogue.store.product(id, includingTrash: true) : nil
        guard let self, self.asked == number else { return }
        if let product {
          self.show(product)
        } else {
          self.set(trashed.map { .trashed($0) } ?? .missing)
        }
      } catch {
        if let self, self.asked == number { self.set(.failed(error.sentence)) }
      }
    }
  }

  private func show(_ product: Product) {
    let wanted = state.picture
    let place = product.pictures.firstIndex { wanted == nil || $0.id == wanted }
    set(place.map { .picture(product, at: $0) } ?? .removed(product))
  }

  private func set(_ newContent: Content) {
    guard newContent != content else { return }
    if case .picture(let product, let place) = newContent, let old = picture,
      product.pictures[place].id == old.id, !product.pictures[place].looksLike(old)
    {
      // Turned or replaced, it is of another shape.
      showAll()
    }
    content = newContent
    keepActivity()
    changed.notify(())
  }

  private func keepActivity() {
    guard let product = productID, let picture = picture?.id ?? pictureID else { return }
    state.picture = picture
    session.activity = .showing(picture: picture, of: product, title: title)
  }

  // MARK: Going on

  /// Whether there is a picture this many places further on.
  public func canMove(by places: Int) -> Bool {
    guard case .picture(let product, let place) = content else { return false }
    return product.pictures.indices.contains(place + places)
  }

  /// Shows the picture this many places further on, all of it.
  public func move(by places: Int) {
    guard canMove(by: places), case .picture(let product, let place) = content else { return }
    show(product, place + places)
  }

  /// Shows the first or the last picture, as after the one that was shown is gone.
  public func move(toEnd isEnd: Bool) {
    switch content {
    case .picture(let product, _), .removed(let product):
      guard !product.pictures.isEmpty else { return }
      show(product, isEnd ? product.pictures.count - 1 : 0)
    case .loading, .trashed, .missing, .failed: break
    }
  }

  private func show(_ product: Product, _ place: Int) {
    guard product.pictures[place].id != picture?.id else { return }
    state.picture = product.pictures[place].id
    showAll()
    set(.picture(product, at: place))
    session.saveNow()
  }

  private func showAll() {
    viewport.fit()
    // Until the next one is decoded, its size is unknown.
    viewport.picture = PictureViewport.Size(width: 0, height: 0)
  }

  // MARK: Changing

  /// Turns the picture as it is shown.
  public func rotate(by turn: PictureRotation) {
    guard let id = picture?.id else { return }
    change { store, _ in try await store.rotatePicture(id, by: turn) }
  }

  /// Gives a picture another file: the one that was shown when the file was asked for.
  public func replace(_ id: UUID, with source: PictureSource) {
    change { store, formats in try await store.replacePicture(id, with: source, of: formats) }
  }

  private func change(
    _ work: @escaping @MainActor (CatalogStore, Set<PictureFormat>) async throws -> Void
  ) {
    catalogue.inOrder { [catalogue, messages] in
      do { try await work(catalogue.store, catalogue.shownFormats) } catch {
        messages.notify(tr("Not saved: %@", error.sentence))
      }
    }
  }

  /// Takes the product out of the trash.
  public func restoreFromTrash() {
    guard case .trashed(let product) = content else { return }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        _ = try await catalogue.store.restore([product.id])
      } catch {
        self?.messages.notify(tr("Not restored: %@", error.sentence))
      }
    }
  }
}

extension ProductPicture {
  /// Whether the other shows the same file, the same way up.
  fileprivate func looksLike(_ other: ProductPicture) -> Bool {
    contentHash == other.contentHash && turn == other.turn
  }
}

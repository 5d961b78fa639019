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
    /// How far adding has come, or what could not be added.
    case adding
    /// Some were added; this is the first of them.
    case added(UUID)
  }

  /// How far adding has come.
  public struct Progress: Equatable {
    public let title: String
    public let done: Int
    public let count: Int
    /// A few are added before anybody could read how far it has come.
    public var isWorthShowing: Bool { count > 3 }
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  public private(set) var items: [ProductPicture] = []
  public private(set) var progress: Progress?
  /// Why some of the last batch were not added, a sentence for each.
  public private(set) var problems: [String] = []
  @SceneStorage private var state: DetailState

  private let catalogue: OpenCatalogue
  private let session: SceneSession
  private var product: Product?
  private var isInTrash = false
  private var adding: Task<Void, Never>?
  private var lastBatch: Task<Void, Never>?
  private let commands: CommandsInOrder

  init(_ catalogue: OpenCatalogue, _ session: SceneSession, state: SceneStorage<DetailState>) {
    self.catalogue = catalogue
    self.session = session
    commands = CommandsInOrder(catalogue, messages: messages)
    _state = state
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
    if isAnother { dismissProblems() }
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

  /// The product that pictures can be added to now. Who asks for files first gives it to
  /// ``add(_:to:at:)`` then: the window may show another one by the time they are chosen.
  public var target: Product? { isInTrash ? nil : product }

  /// Adds those that can be used to a product, as one step of undo, after the others or before the one
  /// at `position`.
  public func add(_ sources: [PictureSource], to target: Product? = nil, at position: Int = .max) {
    guard let product = target ?? self.target, !sources.isEmpty else { return }
    dismissProblems()
    let before = lastBatch
    lastBatch = Task { [weak self, catalogue] in
      await before?.value
      let work = Task { [weak self] in
        let outcome: Result<AddedPictures, any Error>
        do {
          let added = try await catalogue.store.addUsablePictures(
            sources, to: product.id, at: position
          ) { [weak self] done in
            Task { @MainActor [weak self] in
              self?.show(Progress(title: product.title.text, done: done, count: sources.count))
            }
          }
          outcome = .success(added)
        } catch { outcome = .failure(error) }
        await self?.finished(outcome, product)
      }
      self?.adding = work
      self?.show(Progress(title: product.title.text, done: 0, count: sources.count))
      await work.value
    }
  }

  /// Stops adding; nothing of the batch is added.
  public func cancelAdding() { adding?.cancel() }

  private func show(_ progress: Progress) {
    // Reports may come after the end.
    guard adding != nil, progress.done == 0 || progress.done > self.progress?.done ?? 0 else {
      return
    }
    self.progress = progress
    changed.notify(.adding)
  }

  private func finished(_ outcome: Result<AddedPictures, any Error>, _ product: Product) async {
    adding = nil
    progress = nil
    switch outcome {
    case .success(let added):
      problems = added.refused.map(\.sentence)
      changed.notify(.adding)
      guard !added.pictures.isEmpty else {
        return messages.notify(
          tr("No photo was added", "None of %@ photos was added", count: added.refused.count))
      }
      if let first = added.pictures.first?.id, product.id == self.product?.id {
        select(first)
        changed.notify(.added(first))
      }
      await offerUndo(
        of: .addPictures,
        tr("1 photo added", "%@ photos added", count: added.pictures.count))
    case .failure(is CancellationError):
      changed.notify(.adding)
      messages.notify(tr("Cancelled: no photo was added"))
    case .failure(let error):
      changed.notify(.adding)
      messages.notify(tr("Not added: %@", error.sentence))
    }
  }

  public func dismissProblems() {
    guard !problems.isEmpty else { return }
    problems = []
    changed.notify(.adding)
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

  public func remove(_ id: UUID) {
    guard canChange, items.contains(where: { $0.id == id }) else { return }
    take(items.filter { $0.id != id })
    perform { [weak self] store in
      if try await store.removePicture(id) {
        await self?.offerUndo(of: .removePicture, tr("Photo removed"))
      }
    }
  }

  /// Changes a caption. Returns why it can't be, or nil.
  public func setCaption(_ text: String, of id: UUID) -> String? {
    guard canChange, let position = items.firstIndex(where: { $0.id == id }) else {
      return tr("The photo is no longer in the catalogue.")
    }
    let caption: FreeText
    do { caption = try FreeText(caption: text) } catch { return error.sentence }
    let picture = items[position]
    guard caption != picture.caption else { return nil }
    items[position].caption = caption
    changed.notify(.list)
    perform { [weak self] store in
      switch try await store.editCaption(of: id, from: picture.caption, to: caption) {
      case .saved: break
      case .conflict(let current, _):
        self?.messages.notify(
          tr(
            "The caption was changed elsewhere to “%@”. Yours was: “%@”", current.caption.text, text
          ))
      case .missing: self?.messages.notify(tr("The photo is no longer in the catalogue."))
      }
    }
    return nil
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

  private func perform(_ work: @escaping @MainActor (CatalogStore) async throws -> Void) {
    commands.perform(work) { [weak self, catalogue] in
      guard let id = self?.product?.id else { return }
      // Until now, what the catalogue said about it was not shown.
      let now = try? await catalogue.store.product(id, includingTrash: true)
      guard let self, !self.commands.areUnderWay, let now, self.product?.id == id else { return }
      self.take(now.pictures)
    }
  }
}

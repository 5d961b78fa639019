// SPDX-License-Identifier: Apache-2.0
// The model of the window that prints products: as a list, as sheets or as a catalogue. It shows the pages as they will
// be, a few at a time, and follows the catalogue: a price that changes meanwhile is printed as it is then.

import Catalog
import Exchange
import Foundation
import Paper
import Publishing
import StateRestoration
import Wording

@MainActor
public final class PrintScene {
  /// What is asked, or what is shown.
  public let changed = Observers<Void>()
  public let messages = Observers<String>()
  /// The page that is looked at, as it will be; the last one that could be drawn.
  public private(set) var image: PageImage?
  /// Which page that is, from 0 on.
  public private(set) var shownPage = 0
  /// How many pages there are, as far as that is known.
  public private(set) var pages: Int?
  /// Why it can't be printed as it is asked for.
  public private(set) var failure: String?
  /// What is being made, and how far it is; nil if nothing is.
  public internal(set) var work: Work?
  @SceneStorage var state: PrintState
  let catalogue: OpenCatalogue
  let decoder: URL?
  private var looking: Task<Void, Never>?
  private var isLooking = false
  /// Whether something has changed since that was begun.
  private var isStale = false
  private var images: [Int: PageImage] = [:]
  private var found = LookedAt()
  private var count: Int?
  var writing: Task<Void, Never>?
  let kept: KeptChoices<PrintChoices>

  /// What is written or counted.
  public struct Work: Equatable {
    public let products: Int
    public let fraction: Double
  }

  /// - Parameter decoder: the program that makes smaller copies of pictures.
  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, decoder: URL?) {
    (self.catalogue, self.decoder) = (catalogue, decoder)
    kept = Self.kept(of: catalogue.store)
    _state = SceneStorage(wrappedValue: PrintState(), SceneKey.printing, in: session)
    session.activity = UserActivity(titled: .printing)
    catalogue.changes.add(self) { [weak self] in self?.note($0) }
    catalogue.unitPricesChanged.add(self) { [weak self] _ in self?.note(.everything) }
    look()
  }

  /// Makes a new window one for these products.
  public static func fill(_ session: SceneSession, _ state: PrintState) {
    session.set(state, for: SceneKey.printing)
  }

  static func kept(of store: CatalogStore) -> KeptChoices<PrintChoices> {
    KeptChoices("print", of: store.directory)
  }

  // MARK: What is asked

  public var choices: PrintChoices {
    get { state.choices }
    set {
      guard newValue != state.choices else { return }
      if newValue.kind != state.choices.kind || newValue.layout != state.choices.layout
        || newValue.paper != state.choices.paper
      {
        state.page = 0
      }
      state.choices = newValue
      look(after: .milliseconds(150))
    }
  }

  /// What stands above a list, or is the name of the shop.
  public var title: String {
    get { choices.kind == .list ? state.listTitle : choices.title }
    set {
      guard newValue != title else { return }
      if choices.kind != .list { return choices.title = newValue }
      state.listTitle = newValue
      look(after: .milliseconds(150))
    }
  }

  /// Which products can be printed: the list, and what was selected in it.
  public var extents: [String] {
    let selected = state.products.count
    let list = tr("Products of this list")
    return selected == 0
      ? [list] : [list, tr("1 selected product", "%@ selected products", count: selected)]
  }

  public var isOfSelected: Bool {
    get { state.isOfSelected }
    set {
      guard newValue != state.isOfSelected, !state.products.isEmpty else { return }
      (state.isOfSelected, state.page) = (newValue, 0)
      look()
    }
  }

  /// What is printed, as people choose it, and in that order.
  public static var kinds: [(kind: PrintChoices.Kind, name: String)] {
    [
      (.list, tr("List", context: "what is printed: a table of products")),
      (.sheets, tr("Product sheets")), (.catalogue, tr("Catalogue for customers")),
    ]
  }

  // MARK: Looking

  public func turnPage(by count: Int) {
    let last = pages.map { $0 - 1 } ?? .max - 1
    let page = max(0, min(last, state.page + count))
    guard page != state.page else { return }
    state.page = page
    if let image = images[page] { return show(page, image) }
    look(forgetting: false)
  }

  public var pageText: String {
    let page = numberText(shownPage + 1)
    guard image != nil else { return "" }
    return pages.map { tr("Page %1$@ of %2$@", page, numberText($0)) } ?? tr("Page %@", page)
  }

  public var hasPageBefore: Bool { image != nil && state.page > 0 }
  public var hasPageAfter: Bool { image != nil && state.page + 1 < pages ?? .max }

  /// What will be printed, or why nothing will be.
  public var summary: String {
    if let failure { return failure }
    guard let count, image != nil else { return tr("Setting pages…") }
    var sentences = [tr("1 product", "%@ products", count: count)]
    sentences += Self.remarks(Array(found.problems.prefix(1)), found.lackingCharacters)
    return sentences.joined(separator: "\n")
  }

  public var canPrint: Bool { failure == nil && work == nil && image != nil }

  /// Whether there is something to show, or it is known why there is not.
  public var isFilled: Bool { image != nil || failure != nil }

  /// So many are made at once, since the way to the first of them is the longest part.
  private static let madeAtOnce = 4
  private static let longestSide = 1_400.0

  /// - Parameters:
  ///   - pause: more may change at once.
  ///   - forgets: whether the pages that are there may be others now.
  private func look(after pause: Duration = .zero, forgetting forgets: Bool = true) {
    looking?.cancel()
    let page = state.page
    if forgets { (images, pages) = ([:], nil) }
    changed.notify(())
    isLooking = true
    looking = Task { [weak self] in
      if pause > .zero, (try? await Task.sleep(for: pause)) == nil { return }
      await self?.look(at: page)
      guard !Task.isCancelled, let self else { return }
      isLooking = false
      if isStale { lookAgain() }
    }
  }

  /// Shows what has changed, after what is being looked at: while others work, there is always something.
  private func note(_ change: CatalogChange) {
    if change.productIDs?.isEmpty == true { return }
    isStale = true
    if !isLooking { lookAgain() }
  }

  private func lookAgain() {
    isStale = false
    look(after: .milliseconds(500))
  }

  private func look(at page: Int) async {
    do {
      let ids = try await products()
      let document = try await document()
      guard !ids.isEmpty else { throw PrintProblem.nothing }
      count = ids.count
      let paper = document.paper
      let scale = min(4, Self.longestSide / max(paper.width, paper.height))
      let wanted = page..<page + Self.madeAtOnce
      let found = try await document.look(at: wanted, of: ids, in: catalogue.store, scale: scale) {
        [weak self] number, image in
        Task { @MainActor [weak self] in self?.take(number, image, wantedAs: page) }
      }
      guard !Task.isCancelled else { return }
      self.found = found
      pages = found.pages ?? pages
      failure = nil
      if let pages, page >= pages {
        state.page = max(0, pages - 1)
        return await look(at: state.page)
      }
    } catch is CancellationError {
      return
    } catch {
      guard !Task.isCancelled else { return }
      failure = error.sentence
    }
    changed.notify(())
  }

  private func take(_ number: Int, _ image: PageImage, wantedAs page: Int) {
    // Of another way through the pages, which was given up.
    guard looking?.isCancelled == false, state.page == page || images[page] != nil else { return }
    if images.count > 2 * Self.madeAtOnce { images = [:] }
    images[number] = image
    if number == state.page { show(number, image) }
  }

  private func show(_ page: Int, _ image: PageImage) {
    (self.image, shownPage, failure) = (image, page, nil)
    changed.notify(())
  }
}

/// What can't be printed.
enum PrintProblem: LocalizedError {
  case nothing

  var errorDescription: String? { tr("There is nothing to print.") }
}

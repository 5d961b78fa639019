// SPDX-License-Identifier: Apache-2.0
// The model of the window that prints labels: of which products, on what, how many; a page as it will look; and the
// file that is written. It follows the catalogue: a price that changes meanwhile is printed as it is then.

import Catalog
import Exchange
import Foundation
import Paper
import Publishing
import StateRestoration
import Wording

@MainActor
public final class LabelsScene {
  /// What is asked, or what is shown.
  public let changed = Observers<Void>()
  public let messages = Observers<String>()
  /// A page as it will look; the last one that could be drawn.
  public private(set) var preview: LabelPreview?
  /// Why the labels can’t be printed as they are asked for.
  public private(set) var failure: String?
  /// Which part of the file is written; nil if none is being written.
  public internal(set) var progress: Double?
  @SceneStorage var state: LabelsState
  let catalogue: OpenCatalogue
  private var looking: Task<Void, Never>?
  /// What the last page was taken of: turning the page reads no product again.
  private var placed: PlacedLabels?
  /// Whether what is kept of printers and layouts has been read.
  private var hasReadKept = false
  /// Whether what is to be printed is being checked.
  var isChecking = false
  var writing: Task<Void, Never>?
  let kept: KeptChoices<LabelsState>
  let printerFile: PrinterFile
  /// What is remembered of printers, by their names.
  var knownPrinters: [String: PrinterTraits] = [:]
  /// Those that are there.
  var foundPrinters: Set<String> = []
  /// What they can print labels on.
  var labelsByPrinter: [String: [DriverLabel]] = [:]
  /// Whether a size of one's own was asked for, although the printer has that one.
  var wantsOwnSize = false
  let layoutFile: LayoutFile
  var ownLayouts: [String: LabelLayout] = [:]
  private let decoder: URL?
  var remembering: [String: Task<Void, Never>] = [:]

  /// - Parameters:
  ///   - decoder: the program that decodes pictures; nil for a grey area instead of a logo.
  ///   - environment: says where what is kept is.
  public init(
    _ catalogue: OpenCatalogue, _ session: SceneSession, decoder: URL? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.catalogue, self.decoder) = (catalogue, decoder)
    layoutFile = LayoutFile(LabelLayout.file, environment: environment)
    kept = Self.kept(of: catalogue.store, environment)
    printerFile = PrinterFile(PrinterTraits.file, environment: environment)
    _state = SceneStorage(wrappedValue: LabelsState(), SceneKey.labels, in: session)
    session.activity = UserActivity(titled: .labels)
    let ids = Set(state.products)
    catalogue.changes.add(self) { [weak self] change in
      if change.productIDs.map({ !$0.isDisjoint(with: ids) }) ?? true { self?.look() }
    }
    catalogue.unitPricesChanged.add(self) { [weak self] _ in self?.look() }
    look()
  }

  /// Makes a new window one for labels.
  public static func fill(_ session: SceneSession, _ state: LabelsState) {
    session.set(state, for: SceneKey.labels)
  }

  private static func kept(
    of store: CatalogStore,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> KeptChoices<LabelsState> {
    KeptChoices("labels", of: store.directory, environment: environment)
  }

  /// What was printed last, to be printed again; nil if nothing was. The first label is there again on a new sheet.
  static func last(in store: CatalogStore) async -> LabelsState? {
    guard var state = await kept(of: store).read() else { return nil }
    (state.firstLabel, state.page, state.hasEdges) = ("1", 0, false)
    return state
  }

  /// What a window for labels of these products begins with: sheet and layout are those of the last ones.
  static func beginning(with products: [UUID], in store: CatalogStore) async -> LabelsState {
    var state = await last(in: store) ?? LabelsState()
    (state.products, state.copies) = (products, "1")
    return state
  }

  // MARK: What is asked

  /// The sheets to choose from, by the number that is printed on their package, since that is what is typed to find
  /// one; the first entry is for labels of a size of one’s own.
  public nonisolated static let sheets: [(name: String, about: String)] =
    [("", tr("Single labels, as on a roll"))]
    + SheetTable.all.flatMap { sheet in
      let (width, height) = (millimetres(sheet.label.width), millimetres(sheet.label.height))
      return sheet.numbers.map { number in
        let about = tr("%1$@ by %2$@, %3$@ × %4$@ mm", number, sheet.maker, width, height)
        return ("\(sheet.maker) \(number)", about)
      }
    }

  public var sheet: Int {
    get { Self.sheets.firstIndex { $0.name == state.sheet } ?? 0 }
    set {
      guard Self.sheets.indices.contains(newValue), newValue != sheet else { return }
      state.sheet = Self.sheets[newValue].name
      (state.page, state.firstLabel) = (0, "1")
      look()
    }
  }

  /// Whether the size is one’s own.
  public var asksForSize: Bool { sheet == 0 }

  public var size: String {
    get { state.size }
    set { ask(\.size, newValue) }
  }

  public var copies: String {
    get { state.copies }
    set { ask(\.copies, newValue) }
  }

  public var isAsManyAsInStock: Bool {
    get { state.isAsManyAsInStock }
    set {
      if newValue { state.isAsManyAsArrived = false }
      ask(\.isAsManyAsInStock, newValue)
    }
  }

  /// As many as came into stock last.
  public var isAsManyAsArrived: Bool {
    get { state.isAsManyAsArrived }
    set {
      if newValue { state.isAsManyAsInStock = false }
      ask(\.isAsManyAsArrived, newValue)
    }
  }

  /// Whether so many of each are asked for.
  public var asksForCopies: Bool { !isAsManyAsInStock && !isAsManyAsArrived }

  public var firstLabel: String {
    get { state.firstLabel }
    set { ask(\.firstLabel, newValue) }
  }

  func ask<Value: Equatable>(_ part: WritableKeyPath<LabelsState, Value>, _ value: Value) {
    guard state[keyPath: part] != value else { return }
    state[keyPath: part] = value
    look()
  }

  /// The labels before this place of the page are gone.
  /// - Parameter point: in parts of the width and the height of the page.
  public func begin(at point: CGPoint) {
    guard let job = try? job(), preview?.page == 0 else { return }
    let size = job.sheet.page
    let place = CGPoint(x: point.x * size.width, y: point.y * size.height)
    if let label = job.label(at: place) { firstLabel = String(label) }
  }

  // MARK: Looking

  public func turnPage(by count: Int) {
    guard let preview else { return }
    state.page = max(0, min(preview.pages - 1, preview.page + count))
    look(at: placed)
  }

  /// How many labels there will be, or why there will be none.
  public var summary: String {
    if let failure { return failure }
    guard let preview else { return tr("Setting labels…") }
    if let refusal = preview.refusals.first { return refusal }
    let labels = tr("1 label", "%@ labels", count: preview.labels)
    let pages = tr("1 page", "%@ pages", count: preview.pages)
    return tr("%1$@ on %2$@", labels, pages)
  }

  public var pageText: String {
    guard let preview else { return "" }
    return tr("Page %1$@ of %2$@", numberText(preview.page + 1), numberText(preview.pages))
  }

  public var hasPageBefore: Bool { preview.map { $0.page > 0 } ?? false }
  public var hasPageAfter: Bool { preview.map { $0.page + 1 < $0.pages } ?? false }

  public var canSave: Bool {
    failure == nil && progress == nil && draft == nil && preview?.refusals.isEmpty == true
  }

  /// - Parameter placed: the labels, if they are known to be as they were.
  func look(at placed: PlacedLabels? = nil) {
    looking?.cancel()
    self.placed = placed
    changed.notify(())
    guard hasReadKept else { return readKept() }
    let job: LabelJob
    do { job = try self.job() } catch { return show(.failure(error)) }
    let (products, page, store) = (state.products, state.page, catalogue.store)
    // As large as a page is shown, and sharp on screens with twice the pixels.
    let side = max(job.sheet.page.width, job.sheet.page.height)
    let scale = min(4, Self.longestSide / side)
    looking = Task { [weak self, decoder] in
      let result: Result<LabelPreview, any Error>
      do {
        let labels: PlacedLabels
        if let placed {
          labels = placed
        } else {
          labels = try await PlacedLabels(job, of: products, in: store)
        }
        let logo = await Self.pixels(of: job.layout.logo, decoder)
        let preview = try await labels.preview(page, scale: scale, logo: logo)
        if !Task.isCancelled { self?.placed = labels }
        result = .success(preview)
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { self?.show(result) }
    }
  }

  /// Then it looks.
  private func readKept() {
    let (file, layouts) = (printerFile, layoutFile)
    looking = Task { [weak self] in
      let (known, own) = (await Self.read(file), await Self.read(layouts))
      guard !Task.isCancelled, let self else { return }
      // What was typed meanwhile is newer.
      knownPrinters.merge(known) { typed, _ in typed }
      (ownLayouts, hasReadKept) = (own, true)
      look()
    }
  }

  private static func pixels(of logo: String?, _ decoder: URL?) async -> PicturePixels? {
    guard let logo, let decoder else { return nil }
    return await PicturePixels.read(
      URL(fileURLWithPath: logo), side: Int(longestSide / 4), decoder: decoder)
  }

  private static let longestSide = 1_400.0

  private func show(_ result: Result<LabelPreview, any Error>) {
    switch result {
    case .success(let preview): (self.preview, failure) = (preview, nil)
    case .failure(let error): failure = error.sentence
    }
    changed.notify(())
  }

  func chosenSheet() throws -> LabelSheet {
    let sheet =
      asksForSize
      ? LabelSheet(size: state.size) : try SheetTable.sheet(named: state.sheet)
    guard let sheet else { throw LabelsProblem.size }
    return sheet
  }

  func job() throws -> LabelJob {
    let sheet = try chosenSheet()
    var job = LabelJob(chosenLayout(), on: sheet)
    if state.isAsManyAsArrived {
      job.copies = .arrived
    } else if state.isAsManyAsInStock {
      job.copies = .stock
    } else {
      guard let copies = Int(state.copies), (1...10_000).contains(copies) else {
        throw LabelsProblem.copies
      }
      job.copies = .each(copies)
    }
    guard let first = Int(state.firstLabel), (1...sheet.count).contains(first) else {
      throw LabelsProblem.firstLabel(count: sheet.count)
    }
    job.firstLabel = first
    (job.printer, job.hasEdges) = (try chosenTraits(), state.hasEdges)
    job.language = PublicLanguage(unitPrices: catalogue.unitPrices)
    return job
  }
}

private func millimetres(_ points: CGFloat) -> String {
  (Double(points) / 72 * 25.4).formatted(.number.precision(.fractionLength(0...1)))
}

// SPDX-License-Identifier: Apache-2.0
// Photos that are dropped on the list, or pasted there: each becomes a product, or all become one. If there
// are several, the user is asked which.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class ProductsFromDroppedPhotos {
  /// How far they have come, for the place above the list.
  let progress: AddingPhotosView
  private let browser: ProductBrowser
  private let catalogue: OpenCatalogue
  private weak var window: Window?
  private weak var windows: (any WindowHost)?
  private weak var detail: Widget?

  init(_ browser: ProductBrowser, _ catalogue: OpenCatalogue) {
    (self.browser, self.catalogue) = (browser, catalogue)
    progress = AddingPhotosView(browser.fromPhotos.adding)
  }

  /// - Parameters:
  ///   - list: whatever page it shows.
  ///   - detail: the pane beside it, or in its place in a narrow window.
  ///   - windows: where lists are imported that are no photos.
  func add(to window: Window, list: Widget, detail: Widget, windows: any WindowHost) {
    (self.window, self.detail, self.windows) = (window, detail, windows)
    list.acceptPhotos(
      catalogue, if: { [weak self] in self?.mayAdd ?? false },
      say: { [weak browser] in browser?.detail.messages.notify($0) },
      open: { [weak windows] in windows?.openImports(of: $0) }
    ) { [weak self] in self?.add($0) }
    // A text being edited takes what is pasted first; only what it leaves is a photo.
    list.onKey { [weak self] press in self?.take(press) ?? false }
    // An empty list has nothing that takes the keyboard. Wherever else that is, cells can be pasted; photos have
    // their places.
    window.onKey { [weak self, weak list, weak detail] press in
      guard let self, PhotoCommand.of(press) == .pastePhotos, !catalogue.store.isReadOnly else {
        return false
      }
      if browser.list.isEmpty, list?.isMapped == true, detail?.hasFocus != true, take(press) {
        return true
      }
      pasteCells()
      return true
    }
  }

  private func pasteCells() {
    Task { [weak self] in
      if let self { _ = try? await openPastedCells() }
    }
  }

  /// Whether there were cells on the clipboard.
  private func openPastedCells() async throws -> Bool {
    guard let text = try await window?.readClipboardText(atMost: PastedCells.most),
      PastedCells.areCells(text)
    else { return false }
    if let refusal = PastedCells.refusal(of: text) {
      browser.detail.messages.notify(refusal)
    } else {
      windows?.openImport(pasting: text)
    }
    return true
  }

  private func take(_ press: KeyPress) -> Bool {
    guard PhotoCommand.of(press) == .pastePhotos, mayAdd else { return false }
    paste()
    return true
  }

  private var mayAdd: Bool { browser.listed.place != .trash && !catalogue.store.isReadOnly }

  /// - Parameter canExtend: they may also belong to the product that is shown.
  private func add(_ sources: [PictureSource], canExtend: Bool = false) {
    guard sources.count > 1 else { return browser.fromPhotos.add(sources, by: .each) }
    Task { [weak self] in
      let counts = await ProductsFromPhotos.counts(of: sources)
      self?.ask(about: sources, counts, canExtend: canExtend)
    }
  }

  /// Offers the ways to make products of them that differ; most photos show one thing each.
  private func ask(
    about sources: [PictureSource], _ counts: [PhotoGrouping: Int], canExtend: Bool
  ) {
    guard let window else { return }
    let (count, shown) = (sources.count, browser.detail.productID)
    var ways: [(name: String, way: PhotoGrouping?)] = []
    if canExtend { ways.append((tr("_Add to This Product"), nil)) }
    ways.append((tr("_One Product"), .one))
    let each = counts[.each] ?? count
    if let pairs = counts[.pairs], pairs > 1, count.isMultiple(of: 2), each == count {
      ways.append(
        (
          tr(
            "1 Product of _Front and Back", "%@ Products of _Front and Back Each", count: pairs),
          .pairs
        ))
    }
    if let times = counts[.time], times > 1, times < count, times != each {
      ways.append(
        (tr("1 Product by _Time", "%@ Products by _Time", count: times), .time))
    }
    ways.append((tr("1 _Product", "%@ _Products", count: each), .each))
    let byTime = ways.contains { $0.way == .time }
    Question.choose(
      over: window,
      tr(
        "Create Products from 1 Photo?", "Create Products from %@ Photos?", count: count),
      text: [
        tr("They stay in Drafts until they have titles."),
        byTime
          ? tr("By time: photos taken within 15 seconds of each other show the same thing.") : nil,
      ].compactMap(\.self).joined(separator: "\n"),
      cancel: tr("_Cancel", context: "button"), among: ways.map(\.name)
    ) { [weak browser] answer in
      guard let browser else { return }
      if let way = ways[answer].way {
        browser.fromPhotos.add(sources, by: way)
      } else if browser.detail.productID == shown {
        browser.detail.pictures.add(sources)
      }
    }
  }

  /// Makes products of the photos on the clipboard; a single one is added to the product whose photos are
  /// shown, and several may be.
  private func paste() {
    guard let window else { return }
    Task { [catalogue, weak self] in
      do {
        var content = try await window.pastedContent(catalogue)
        if case .files(let files) = content {
          let (lists, others) = await DroppedFiles.sorted(files)
          self?.windows?.openImports(of: lists)
          guard !others.isEmpty || lists.isEmpty else { return }
          content = .files(others)
        }
        let sources = content.photos(tr("Pasted photo"))
        guard let self else { return }
        let detail = self.browser.detail
        let canExtend =
          self.detail?.isMapped == true && detail.tab == .pictures && detail.pictures.canChange
        if sources.isEmpty {
          guard try await !openPastedCells() else { return }
          detail.messages.notify(tr("There is no photo to paste"))
        } else if sources.count == 1, canExtend {
          detail.pictures.add(sources)
        } else {
          self.add(sources, canExtend: canExtend)
        }
      } catch {
        self?.browser.detail.messages.notify(tr("Not pasted: %@", error.sentence))
      }
    }
  }
}

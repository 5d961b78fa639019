// SPDX-License-Identifier: Apache-2.0
// What is printed, and what all kinds of documents ask of a catalogue: its products and their pictures.

import Catalog
import Foundation
import Paper
import PictureScaling
import Synchronization
import Wording

/// Belongs to one task.
final class PrintWork {
  let document: PrintedDocument
  let store: CatalogStore
  let ids: [UUID]
  /// Where its pages go.
  let sink: any PageSink
  var result = PrintedDocument.Result()
  private let progress: PublishingProgress
  private let scalers: [PictureScaler]
  private var missing: Set<String> = []
  /// Pictures that were made ahead, by what tells them from others.
  private var ready: [String: PagePicture] = [:]

  private static let mostTexts = 5

  init(
    _ document: PrintedDocument, _ store: CatalogStore, ids: [UUID], to sink: any PageSink,
    progress: @escaping PublishingProgress
  ) {
    (self.document, self.store, self.ids, self.progress) = (document, store, ids, progress)
    self.sink = sink
    let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    scalers =
      document.decoder.map { decoder in
        (0..<count).map { _ in PictureScaler(program: decoder) }
      } ?? []
  }

  func product(_ id: UUID) async throws -> PublicProduct? {
    guard let product = try await publicProduct(id) else { return nil }
    guard product.head == nil, document.fields.has(.price) else { return product }
    var prices: [ShownPrice] = []
    for variant in try await store.variants(of: id) {
      guard let variant = try await publicProduct(variant.id) else { continue }
      if let price = ShownPrice(of: variant) { prices.append(price) }
    }
    return product.priced(as: ShownPrice(ShownPrice(of: product), variants: prices))
  }

  private func publicProduct(_ id: UUID) async throws -> PublicProduct? {
    try await store.publicProduct(id, document.fields, in: document.language)
  }

  func report(_ done: Int, of all: Int, from: Double = 0, through: Double = 1) throws {
    guard done.isMultiple(of: 20) else { return }
    try progress(done, from + (through - from) * Double(done) / Double(max(1, all)))
  }

  /// Remembers a text if no font here has some of its characters.
  func noteLack(in text: SetText, _ words: String) {
    guard text.lacksCharacters, result.lackingCharacters.count < Self.mostTexts,
      !result.lackingCharacters.contains(words)
    else { return }
    result.lackingCharacters.append(words)
  }

  // MARK: Pictures

  /// Pictures are given as many pixels as a printer has dots; the screen has fewer.
  private static let printedPixelsInPoint = 4.0

  private var screenScale: Double? {
    sink.pixelsInPoint.map { min(1, $0 / Self.printedPixelsInPoint) }
  }

  /// How many products are begun with at once.
  static let ahead = 12

  /// Makes the first pictures of products that come next, beside each other: a page has few of them, or one. On a screen it
  /// is not known which of them will be seen.
  func makeAhead(_ products: some Sequence<UUID>, side: Int, in flow: PageFlow) async throws {
    guard sink.pixelsInPoint == nil, flow.isSeen, !scalers.isEmpty else { return }
    ready = [:]
    var wanted: [(picture: ProductPicture?, of: String)] = []
    for id in products {
      guard let product = try await publicProduct(id) else { continue }
      wanted.append((product.pictures.first, product.title))
    }
    for (wanted, picture) in zip(wanted, try await pictures(wanted, side: side)) {
      if let key = wanted.picture.map({ Self.name(of: $0, side) }) { ready[key] = picture }
    }
  }

  private static func name(of picture: ProductPicture, _ side: Int) -> String {
    "\(picture.photoKey)-\(side)"
  }

  /// The first pictures of products, on paper of which they take up as much as `side` pixels.
  func pictures(_ wanted: [(picture: ProductPicture?, of: String)], side: Int) async throws
    -> [PagePicture?]
  {
    let made = wanted.map { $0.picture.flatMap { ready[Self.name(of: $0, side)] } }
    let areAll = zip(wanted, made).allSatisfy { $0.picture == nil || $1 != nil }
    return areAll ? made : try await madeNow(wanted, side: side)
  }

  private func madeNow(_ wanted: [(picture: ProductPicture?, of: String)], side: Int) async throws
    -> [PagePicture?]
  {
    let files = wanted.map { wanted in
      wanted.picture.map { (picture: $0, file: store.pictureFile($0)) }
    }
    let workers: [PictureScaler?] = scalers.isEmpty ? [nil] : scalers
    let scale = screenScale
    let found = try await offThread {
      let found = Mutex([PrintedPhoto?](repeating: nil, count: files.count))
      DispatchQueue.concurrentPerform(iterations: min(workers.count, files.count)) { worker in
        for place in stride(from: worker, to: files.count, by: workers.count) {
          guard let (picture, file) = files[place], let format = picture.format else { continue }
          let photo = PrintedPhoto(
            file, format, turn: picture.turn, side: side, onScreen: scale, by: workers[worker])
          found.withLock { $0[place] = photo }
        }
      }
      return found.withLock { $0 }
    }
    return zip(zip(wanted, files), found).map { wanted, photo in
      guard let (picture, file) = wanted.1 else { return nil }
      if let photo, let drawn = photo.onPage(named: Self.name(of: picture, side)) {
        return drawn
      }
      if missing.insert(file.path).inserted {
        result.problems.append(UnshownPicture(product: wanted.0.of, picture: file.path))
      }
      return nil
    }
  }

  /// A picture that is no product's.
  func picture(_ file: URL, side: Int) async throws -> PagePicture? {
    let (scaler, scale) = (scalers.first, screenScale)
    let photo = try await offThread { () -> PrintedPhoto? in
      guard let opened = try? FileHandle(forReadingFrom: file),
        let bytes = try? opened.read(upToCount: PictureFormat.tellingBytes),
        let format = PictureFormat(magicOf: bytes)
      else { return nil }
      return PrintedPhoto(file, format, turn: .none, side: side, onScreen: scale, by: scaler)
    }
    return photo?.onPage(named: file.path)
  }
}

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
  var result = PrintedDocument.Result()
  private let progress: PublishingProgress
  private let scalers: [PictureScaler]
  private var missing: Set<String> = []

  private static let mostTexts = 5

  init(
    _ document: PrintedDocument, _ store: CatalogStore, ids: [UUID],
    progress: @escaping PublishingProgress
  ) {
    (self.document, self.store, self.ids, self.progress) = (document, store, ids, progress)
    let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    scalers =
      document.decoder.map { decoder in
        (0..<count).map { _ in PictureScaler(program: decoder) }
      } ?? []
  }

  func product(_ id: UUID) async throws -> PublicProduct? {
    try await store.product(id).map {
      PublicProduct($0, document.fields, in: document.language)
    }
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

  /// The first pictures of products, on paper of which they take up as much as `side` pixels.
  func pictures(_ wanted: [(picture: ProductPicture?, of: String)], side: Int) async throws
    -> [PagePicture?]
  {
    let files = wanted.map { wanted in
      wanted.picture.map { (picture: $0, file: store.pictureFile($0)) }
    }
    let workers: [PictureScaler?] = scalers.isEmpty ? [nil] : scalers
    let found = try await offThread {
      let found = Mutex([PrintedPhoto?](repeating: nil, count: files.count))
      DispatchQueue.concurrentPerform(iterations: min(workers.count, files.count)) { worker in
        for place in stride(from: worker, to: files.count, by: workers.count) {
          guard let (picture, file) = files[place], let format = picture.format else { continue }
          let photo = PrintedPhoto(
            file, format, turn: picture.turn, side: side, by: workers[worker])
          found.withLock { $0[place] = photo }
        }
      }
      return found.withLock { $0 }
    }
    return zip(zip(wanted, files), found).map { wanted, photo in
      guard let (picture, file) = wanted.1 else { return nil }
      if let photo, let drawn = photo.onPage(named: "\(picture.photoKey)-\(side)") { return drawn }
      if missing.insert(file.path).inserted {
        result.problems.append(UnshownPicture(product: wanted.0.of, picture: file.path))
      }
      return nil
    }
  }

  /// A picture that is no product's.
  func picture(_ file: URL, side: Int) async throws -> PagePicture? {
    let scaler = scalers.first
    let photo = try await offThread { () -> PrintedPhoto? in
      guard let bytes = FileManager.default.contents(atPath: file.path),
        let format = PictureFormat(magicOf: bytes.prefix(PictureFormat.tellingBytes))
      else { return nil }
      return PrintedPhoto(file, format, turn: .none, side: side, by: scaler)
    }
    return photo?.onPage(named: file.path)
  }
}

/// A JPEG for a page.
struct PrintedPhoto: Sendable {
  private let bytes: [UInt8]
  private let width, height: Int

  /// A JPEG up to so many bytes is taken as it is: to make a smaller one takes much longer.
  private static let mostBytes = 200_000

  init?(
    _ file: URL, _ format: PictureFormat, turn: PictureRotation, side: Int,
    by scaler: PictureScaler?
  ) {
    if format == .jpg, turn == .none, let data = FileManager.default.contents(atPath: file.path),
      data.count <= Self.mostBytes || scaler == nil
    {
      let bytes = Array(data)
      if let head = JPEGHead(bytes), head.isBare, head.components == 1 || head.components == 3 {
        (self.bytes, width, height) = (bytes, head.width, head.height)
        return
      }
    }
    guard let scaled = scaler?.scaled(file, format, to: side, turn: turn, forPaper: true),
      scaled.format == .jpg
    else { return nil }
    (bytes, width, height) = (scaled.bytes, scaled.width, scaled.height)
  }

  func onPage(named name: String) -> PagePicture? {
    PagePicture(jpeg: bytes, width: width, height: height, name: name)
  }
}

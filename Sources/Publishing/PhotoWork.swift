// SPDX-License-Identifier: Apache-2.0
// The photos of a publication in three sizes. What was published before is not made again. A file of a person's is only
// published as it is if it says nothing but the picture: cameras write into theirs where they were.

import Catalog
import Foundation
import PictureScaling
import Synchronization

struct PhotoWork {
  struct Wanted: Sendable {
    let picture: ProductPicture
    /// The title of the product that has it.
    let product: String
  }

  struct Made {
    var photos: [String: [SitePhoto]] = [:]
    var problems: [UnshownPicture] = []
  }

  private let store: CatalogStore
  private let folder: SiteFolder
  /// Each decodes one picture at a time. None if nothing decodes here.
  private let scalers: [PictureScaler]

  init(_ store: CatalogStore, _ folder: SiteFolder, decoder: URL?) {
    (self.store, self.folder) = (store, folder)
    let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    scalers =
      decoder.map { decoder in (0..<count).map { _ in PictureScaler(program: decoder) } } ?? []
  }

  /// The files that are made of pictures which are not there yet, as far as they can be shown.
  func possibleFiles(of pictures: [Wanted]) -> [String] {
    Self.unique(pictures).filter { present($0.picture.photoKey) == nil }.flatMap { wanted in
      PhotoCopy.possible(of: wanted.picture, isScaled: !scalers.isEmpty).map {
        Self.file(of: wanted, side: $0.side, as: $0.format)
      }
    }
  }

  private static func unique(_ pictures: [Wanted]) -> [Wanted] {
    var seen: Set<String> = []
    return pictures.filter { seen.insert($0.picture.photoKey).inserted }
  }

  private func present(_ key: String) -> [SiteRecord.PhotoFile]? {
    // Those without a size were published as they are.
    folder.photo(key).flatMap { scalers.isEmpty || $0[0].width > 0 ? $0 : nil }
  }

  private static func file(of wanted: Wanted, side: Int, as format: PictureFormat) -> String {
    let name = "\(FileNames.plain(wanted.product))-\(wanted.picture.photoKey.prefix(10))"
    let turn = wanted.picture.turn == .none ? "" : "-\(wanted.picture.turn.rawValue)"
    return "photos/\(name)\(turn)-\(side).\(format.rawValue)"
  }

  func make(
    _ pictures: [Wanted], progress: (_ done: Int, _ all: Int) throws -> Void
  ) async throws -> Made {
    var (made, new): (Made, [Wanted]) = (Made(), [])
    for wanted in Self.unique(pictures) {
      let key = wanted.picture.photoKey
      if let files = present(key) {
        folder.keep(files, as: key)
        made.photos[key] = files.map(SitePhoto.init)
      } else {
        new.append(wanted)
      }
    }
    let pace = 4 * max(1, scalers.count)
    for start in stride(from: 0, to: new.count, by: pace) {
      try progress(start, new.count)
      let some = Array(new[start..<min(start + pace, new.count)])
      for (wanted, copies) in zip(some, try await copies(of: some)) {
        guard !copies.isEmpty else {
          let file = store.pictureFile(wanted.picture).path
          made.problems.append(UnshownPicture(product: wanted.product, picture: file))
          continue
        }
        let key = wanted.picture.photoKey
        let files = try copies.map { copy -> SiteRecord.PhotoFile in
          let file = Self.file(of: wanted, side: copy.side, as: copy.format)
          try folder.write(copy.bytes, to: file)
          return SiteRecord.PhotoFile(file: file, width: copy.width, height: copy.height)
        }
        folder.keep(files, as: key)
        made.photos[key] = files.map(SitePhoto.init)
      }
    }
    return made
  }

  /// The sizes of each picture; none of one that can't be shown.
  private func copies(of some: [Wanted]) async throws -> [[PhotoCopy]] {
    let files = some.map { (picture: $0.picture, file: store.pictureFile($0.picture)) }
    let workers: [PictureScaler?] = scalers.isEmpty ? [nil] : scalers
    return try await offThread {
      let found = Mutex([[PhotoCopy]](repeating: [], count: files.count))
      DispatchQueue.concurrentPerform(iterations: min(workers.count, files.count)) { worker in
        for place in stride(from: worker, to: files.count, by: workers.count) {
          let copies = PhotoCopy.all(
            of: files[place].picture, files[place].file, by: workers[worker])
          found.withLock { $0[place] = copies }
        }
      }
      return found.withLock { $0 }
    }
  }
}

extension SitePhoto {
  init(_ file: SiteRecord.PhotoFile) {
    self.init(file: file.file, width: file.width, height: file.height)
  }
}

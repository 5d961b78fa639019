// SPDX-License-Identifier: Apache-2.0
// The products' pictures, decoded and scaled once for each size they are shown at. Requests are
// answered later, on the main thread. A list that is scrolled fast asks for far more than it ends up
// showing: the latest request is served first, and one that has been dropped is never served. A picture that
// takes long is given up, and tried again beside the others, which don't wait for it; so is one whose decoder
// ended.

import Catalog
import Foundation
import Gtk
import VitrineModel

/// A picture as it is shown: its file, and how that is turned.
struct ShownPicture: Hashable {
  let file: URL
  var turn = PictureRotation.none
}

extension OpenCatalogue {
  func shown(_ picture: ProductPicture) -> ShownPicture {
    ShownPicture(file: store.pictureFile(picture), turn: picture.turn)
  }
}

@MainActor
final class Pictures {
  /// The sizes pictures are shown at, in pixels, doubled for sharp screens.
  enum Size: Int {
    case list = 80
    case searchResult = 96
    case card = 320
    case cover = 400
    case photo = 720
    case page = 1600

    /// Large ones are not kept: a few of them would take the room of hundreds of small ones.
    var isKept: Bool { rawValue <= Size.cover.rawValue }
  }

  /// A pending request. Dropping it cancels it.
  @MainActor
  final class Request {
    fileprivate let show: @MainActor (Texture?) -> Void
    fileprivate init(_ show: @escaping @MainActor (Texture?) -> Void) { self.show = show }
  }

  private struct Key: Hashable {
    let picture: ShownPicture
    let size: Size
  }

  /// One picture after the other, beside the other lanes.
  private enum Lane: CaseIterable {
    case photos
    /// Even a small one can take long.
    case drawings
    /// What was given up in another lane, with more patience.
    case onceMore
  }

  private struct Waiting {
    let key: Key
    weak var request: Request?
  }

  private let decoders: (photos: PictureDecoder, drawings: PictureDecoder, patient: PictureDecoder)
  private let thumbnails: Thumbnails
  // The newest last.
  private var waiting: [Waiting] = []
  /// Those whose files are not there: in a shared catalogue they may come later than their products.
  private var absent: [Waiting] = []
  private var lookingAgain: Task<Void, Never>?
  private var busy: Set<Lane> = []
  private var givenUp: Set<URL> = []
  // A picture file never changes: its name is its content's digest.
  private var unreadable: Set<URL> = []
  private var kept = TextureCache<Key>(byteLimit: 64 << 20)

  /// - Parameter patient: for pictures that took one of the others too long, or whose decoder ended.
  init(
    photos: PictureDecoder, drawings: PictureDecoder, patient: PictureDecoder,
    thumbnails: Thumbnails
  ) {
    decoders = (photos, drawings, patient)
    self.thumbnails = thumbnails
  }

  /// A picture for somebody who waits for just this one.
  func texture(_ picture: ShownPicture, _ size: Size) async throws -> Texture {
    try await texture(
      picture, fitting: size.rawValue, thumbnail: thumbnails.file(for: picture, size))
  }

  /// A picture at any size.
  func texture(_ picture: ShownPicture, fitting side: Int) async throws -> Texture {
    try await texture(picture, fitting: side, thumbnail: nil)
  }

  private func texture(
    _ picture: ShownPicture, fitting side: Int, thumbnail: URL?
  ) async throws -> Texture {
    let lane = lane(of: picture.file)
    do {
      return try await read(picture, side, thumbnail: thumbnail, in: lane)
    } catch let failure as PictureDecoder.Failure
      where failure.saysNothingOfPicture && lane != .onceMore
    {
      return try await read(picture, side, thumbnail: thumbnail, in: .onceMore)
    }
  }

  private func read(
    _ picture: ShownPicture, _ side: Int, thumbnail: URL?, in lane: Lane
  ) async throws -> Texture {
    try await decoder(of: lane).read(
      picture.file, fitting: side, turn: picture.turn.rawValue, thumbnail: thumbnail)
  }

  private func decoder(of lane: Lane) -> PictureDecoder {
    switch lane {
    case .photos: decoders.photos
    case .drawings: decoders.drawings
    case .onceMore: decoders.patient
    }
  }

  private func lane(of file: URL) -> Lane {
    if givenUp.contains(file) { return .onceMore }
    return file.pathExtension == PictureFormat.svg.rawValue ? .drawings : .photos
  }

  func removeTooManyThumbnails() {
    Task.detached(priority: .background) { [thumbnails] in thumbnails.removeTooMany() }
  }

  /// Calls `show` with the picture, or with nil when it can't be read: at once when that is known,
  /// or later, if the request that comes back is still held then.
  func read(
    _ picture: ShownPicture, _ size: Size, _ show: @escaping @MainActor (Texture?) -> Void
  ) -> Request? {
    let key = Key(picture: picture, size: size)
    if let texture = kept[key] {
      show(texture)
      return nil
    }
    if unreadable.contains(picture.file) {
      show(nil)
      return nil
    }
    let request = Request(show)
    waiting.append(Waiting(key: key, request: request))
    readNext()
    return request
  }

  /// Files may have come: whoever still shows one that was not there gets it. Many come one after the other.
  func lookAgain() {
    absent.removeAll { $0.request == nil }
    guard !absent.isEmpty, lookingAgain == nil else { return }
    lookingAgain = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self else { return }
      lookingAgain = nil
      waiting = absent + waiting
      absent = []
      readNext()
    }
  }

  private func readNext() {
    waiting.removeAll { $0.request == nil }
    for lane in Lane.allCases where !busy.contains(lane) {
      var keys: [Key] = []
      for one in waiting.reversed() where self.lane(of: one.key.picture.file) == lane {
        if keys.count == Self.mostAtOnce { break }
        if !keys.contains(one.key) { keys.append(one.key) }
      }
      guard !keys.isEmpty else { continue }
      busy.insert(lane)
      read(keys, in: lane)
    }
  }

  /// As many as are in sight of a list.
  private static let mostAtOnce = 24

  private func read(_ keys: [Key], in lane: Lane) {
    let wanted = keys.map { key in
      PictureDecoder.Wanted(
        key.picture.file, fitting: key.size.rawValue, turn: key.picture.turn.rawValue,
        thumbnail: thumbnails.file(for: key.picture, key.size))
    }
    Task { [weak self, decoder = decoder(of: lane)] in
      let results = await decoder.readFirst(of: wanted)
      guard let self else { return }
      busy.remove(lane)
      for (key, result) in zip(keys, results) { finish(key, result, in: lane) }
      readNext()
    }
  }

  private func finish(_ key: Key, _ result: Result<Texture, any Error>, in lane: Lane) {
    if case .failure(let failure as PictureDecoder.Failure) = result {
      if failure.saysNothingOfPicture, lane != .onceMore {
        givenUp.insert(key.picture.file)
        return
      }
      switch failure {
      case .missing: absent += waiting.filter { $0.key == key }
      // Without a process nothing is known of it.
      case .noDecoder: break
      default: unreadable.insert(key.picture.file)
      }
    }
    let texture = try? result.get()
    if let texture, key.size.isKept { kept[key] = texture }
    let served = waiting.filter { $0.key == key }
    waiting.removeAll { $0.key == key }
    for one in served { one.request?.show(texture) }
  }
}

extension CatalogChange {
  /// Whether the files of pictures may be there that were not.
  var mayBringPictures: Bool {
    switch self {
    case .products(let differences): differences.values.contains { $0.touches(.pictures) }
    case .everything: true
    case .savedSearches, .templates, .markedDistinct, .sources, .forgot: false
    }
  }
}

extension PictureDecoder.Failure {
  /// Whether the picture may be as good as any.
  fileprivate var saysNothingOfPicture: Bool {
    self == .tookTooLong || self == .decoderEnded || self == .noDecoder
  }
}

/// Textures up to a number of bytes; the least recently used go first.
@MainActor
private struct TextureCache<Key: Hashable> {
  private var entries: [Key: (texture: Texture, lastUse: Int)] = [:]
  private var uses = 0
  private var bytes = 0
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  subscript(key: Key) -> Texture? {
    mutating get {
      uses += 1
      entries[key]?.lastUse = uses
      return entries[key]?.texture
    }
    set {
      uses += 1
      bytes -= entries.removeValue(forKey: key)?.texture.byteCount ?? 0
      guard let newValue else { return }
      entries[key] = (newValue, uses)
      bytes += newValue.byteCount
      if bytes > byteLimit { makeRoom() }
    }
  }

  // A quarter at once, so that the entries need not be sorted for every new picture.
  private mutating func makeRoom() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard bytes > byteLimit / 4 * 3 else { return }
      entries[key] = nil
      bytes -= entry.texture.byteCount
    }
  }
}

/// A widget of fixed size that shows one picture at a time.
@MainActor
final class PictureFrame {
  var root: Widget { square }
  private let square: ListPicture
  private let pictures: Pictures
  private let size: Pictures.Size
  private var wanted: ShownPicture?
  private var request: Pictures.Request?

  /// - Parameter side: nil for a side that the style sheet decides.
  init(_ pictures: Pictures, _ size: Pictures.Size, side: Int? = nil) {
    self.pictures = pictures
    self.size = size
    square = ListPicture(side: side)
    square.style("picture-frame").align(.start, vertical: .start)
  }

  /// Has it fill the width it is given, and at least this one.
  func fill(side: Int) {
    square.align(.fill, vertical: .start)
    square.fill(side: side)
  }

  func show(_ picture: ProductPicture?, in catalogue: OpenCatalogue, alternativeText: String) {
    let shown = picture.map { catalogue.shown($0) }
    square.accessibleName(alternativeText)
    guard shown != wanted else { return }
    wanted = shown
    request = nil
    square.show(nil)
    guard let shown else { return }
    request = pictures.read(shown, size) { [weak self] texture in
      if let texture { self?.square.show(texture) }
    }
  }
}

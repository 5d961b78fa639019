// The products' pictures, read and scaled once for each size they are shown at. Whoever asks is
// told later, on the main thread; a row that meanwhile shows another product just asks again.

import Catalog
import Foundation
import Gtk
import VitrineModel

@MainActor
final class Pictures {
  /// The sizes pictures are shown at, in pixels, doubled for sharp screens.
  enum Size: Int {
    case row = 80
    case card = 300
    case cover = 400
    case photo = 1600
  }

  private struct Key: Hashable {
    let file: URL
    let size: Size
  }

  // Large photos are read again; small ones are few bytes and often needed.
  private var small: [Key: Texture] = [:]
  private var waiting: [Key: [@MainActor (Texture?) -> Void]] = [:]
  private static let smallLimit = 600

  /// Calls `show` with the picture, or with nil when it can't be read; at once when it is known.
  func read(_ file: URL, _ size: Size, _ show: @escaping @MainActor (Texture?) -> Void) {
    let key = Key(file: file, size: size)
    if let texture = small[key] { return show(texture) }
    if waiting[key] != nil {
      waiting[key]?.append(show)
      return
    }
    waiting[key] = [show]
    Task { [weak self] in
      let texture = try? await Texture.read(file, fitting: size.rawValue)
      self?.finish(key, texture)
    }
  }

  private func finish(_ key: Key, _ texture: Texture?) {
    if let texture, key.size != .photo {
      if small.count >= Self.smallLimit { small.removeAll() }
      small[key] = texture
    }
    waiting.removeValue(forKey: key)?.forEach { $0(texture) }
  }
}

/// A picture of fixed size that shows one product's photo at a time.
@MainActor
final class PictureFrame {
  let root: Widget
  private let picture: Image
  private let placeholder: Image
  private let pictures: Pictures
  private let size: Pictures.Size
  private var wanted: URL?

  init(_ pictures: Pictures, _ size: Pictures.Size, side: Int) {
    self.pictures = pictures
    self.size = size
    placeholder = Image(icon: "image-x-generic-symbolic", size: max(16, side / 3))
    placeholder.style("dim-label").align(.center, vertical: .center)
    picture = Image(side: side)
    let overlay = Overlay(picture)
    overlay.addOverlay(placeholder)
    overlay.style("picture-frame").request(width: side, height: side)
    overlay.align(.start, vertical: .start).clipped()
    root = overlay
  }

  func show(_ image: ProductImage?, in catalogue: OpenCatalogue, alternativeText: String) {
    let file = image.map { catalogue.store.imageFile($0) }
    picture.accessibleName(alternativeText)
    guard file != wanted else { return }
    wanted = file
    picture.show(nil)
    placeholder.isVisible = true
    guard let file else { return }
    pictures.read(file, size) { [weak self] texture in
      guard let self, self.wanted == file, let texture else { return }
      self.placeholder.isVisible = false
      self.picture.show(texture)
    }
  }
}

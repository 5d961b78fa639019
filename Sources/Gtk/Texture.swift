// Pictures from files, read and scaled off the main thread. A file is checked before it is decoded,
// because a small one can claim billions of pixels.

import CGtk
import CGtkShim
import Foundation

/// A decoded picture, ready to paint.
public final class Texture: Object {
  /// Which files are decoded at all; others are not even read.
  public struct Limits: Sendable {
    let pixels: Int
    let isKnownFormat: @Sendable (Data) -> Bool

    /// - Parameters:
    ///   - pixels: the most pixels a picture may claim to have.
    ///   - isKnownFormat: whether the first 16 bytes of a file are of a supported format.
    public init(pixels: Int, isKnownFormat: @escaping @Sendable (Data) -> Bool) {
      self.pixels = pixels
      self.isKnownFormat = isKnownFormat
    }
  }

  /// Why a picture can't be shown.
  public struct Unreadable: Error, LocalizedError {
    let reason: String
    /// The reason, as a sentence.
    public var errorDescription: String? { reason }
  }

  /// The size of the picture that it was made from, which may be larger; nil for one that was not read
  /// from a file.
  public private(set) var pictureSize: (width: Int, height: Int)?

  /// Its longer side, in pixels.
  public var longerSide: Int {
    max(Int(gdk_texture_get_width(opaque)), Int(gdk_texture_get_height(opaque)))
  }

  /// The memory its pixels take.
  public var byteCount: Int {
    Int(gdk_texture_get_width(opaque)) * Int(gdk_texture_get_height(opaque)) * 4
  }

  /// Reads a file, scaled down to at most `size` pixels in either direction.
  public static func read(
    _ file: URL, fitting size: Int, within limits: Limits
  ) async throws -> Texture {
    let decoded = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Decoded, any Error>) in
      queue.async {
        continuation.resume(with: Result { try decode(file, fitting: size, limits: limits) })
      }
    }
    let texture = Texture(adopting: decoded.texture)
    texture.pictureSize = decoded.pictureSize
    return texture
  }

  // One at a time: decoding several pictures at once would keep all cores busy.
  private static let queue = DispatchQueue(label: "vitrine.textures", qos: .userInitiated)

  // Sendable because a texture may be used on any thread, and this one has a single owner, who
  // passes it on.
  private struct Decoded: @unchecked Sendable {
    let texture: UnsafeMutableRawPointer
    let pictureSize: (width: Int, height: Int)
  }

  nonisolated private static func decode(
    _ file: URL, fitting size: Int, limits: Limits
  ) throws -> Decoded {
    let handle = try FileHandle(forReadingFrom: file)
    let start = try handle.read(upToCount: 16) ?? Data()
    try handle.close()
    guard limits.isKnownFormat(start) else {
      throw Unreadable(reason: "\(file.lastPathComponent) is not a PNG, JPEG or WebP picture.")
    }
    var (width, height): (Int32, Int32) = (0, 0)
    guard gdk_pixbuf_get_file_info(file.path, &width, &height) != nil, width > 0, height > 0 else {
      throw Unreadable(reason: "\(file.lastPathComponent) can't be read as a picture.")
    }
    guard Int(width) * Int(height) <= limits.pixels else {
      throw Unreadable(reason: "\(file.lastPathComponent) is too large a picture.")
    }
    let (wanted, tall) = (Int32(min(size, Int(width))), Int32(min(size, Int(height))))
    var error: UnsafeMutablePointer<GError>?
    // transfer full
    guard
      let pixels = gdk_pixbuf_new_from_file_at_scale(file.path, wanted, tall, 1, &error)
    else {
      defer { g_error_free(error) }
      throw Unreadable(reason: error.map { String(cString: $0.pointee.message) } ?? "unreadable")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    // The texture keeps the bytes; both are transfer full.
    let bytes = gdk_pixbuf_read_pixel_bytes(pixels)
    defer { g_bytes_unref(bytes) }
    let texture = gdk_memory_texture_new(
      gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels),
      gdk_pixbuf_get_has_alpha(pixels) != 0 ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8, bytes,
      gsize(gdk_pixbuf_get_rowstride(pixels)))
    guard let texture else { throw Unreadable(reason: "unreadable") }
    return Decoded(
      texture: UnsafeMutableRawPointer(texture), pictureSize: (Int(width), Int(height)))
  }
}

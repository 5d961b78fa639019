// SPDX-License-Identifier: Apache-2.0
// The process that decodes pictures, from the inside. It loads what decodes its kind of picture, then locks itself
// in, and only then waits for the first byte of a picture. It ends with the program that asks for pictures.

import CDecoder
import CGtk
import Foundation

/// What a program that was started to decode pictures does.
public enum PictureDecoding {
  /// Decodes what a ``PictureDecoder`` asks for on the standard input, until that ends.
  ///
  /// - Parameters:
  ///   - kind: of all pictures that will come.
  ///   - mostPixels: the most pixels a picture may claim to have.
  public static func serve(_ kind: PictureRules.Kind, mostPixels: Int) {
    vitrine_decoder_leave_when_alone()
    warmUp(kind)
    limitMemory(to: 1 << 30)
    let isConfined = vitrine_decoders_are_confined() || vitrine_decoder_lock()
    let mayDecode = isConfined || kind.isPlain
    var picture: Int32 = -1
    while let request = PictureRequest(from: STDIN_FILENO, picture: &picture) {
      defer { close(picture) }
      switch request.wanted {
      case .pixels: break
      case .barcodes:
        // A file that is no picture has none.
        let numbers = mayDecode ? try? barcodes(in: picture, kind, mostPixels: mostPixels) : nil
        guard BarcodeAnswer.encoded(numbers ?? []).withUnsafeBytes({ write($0) }) else { return }
        continue
      case .file, .jpeg:
        let pixels =
          mayDecode ? try? decode(picture, request, of: kind, mostPixels: mostPixels) : nil
        guard answer(asFiles: pixels, request) else { return }
        continue
      }
      do {
        guard mayDecode else { throw PictureDecoder.Failure.undecodable }
        try answer(decode(picture, request, of: kind, mostPixels: mostPixels))
      } catch let failure as PictureDecoder.Failure {
        guard write(PictureAnswer(failure)) else { return }
      } catch { return }
    }
  }

  private static func answer(_ picture: Pixels) throws {
    defer { g_object_unref(UnsafeMutableRawPointer(picture.buffer)) }
    let answer = PictureAnswer(
      width: gdk_pixbuf_get_width(picture.buffer), height: gdk_pixbuf_get_height(picture.buffer),
      rowBytes: gdk_pixbuf_get_rowstride(picture.buffer),
      hasAlpha: gdk_pixbuf_get_has_alpha(picture.buffer) != 0, picture: picture.original)
    guard let count = answer.byteCount, let bytes = gdk_pixbuf_read_pixels(picture.buffer) else {
      throw PictureDecoder.Failure.undecodable
    }
    guard write(answer), write(UnsafeRawBufferPointer(start: bytes, count: count)) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Whether the answers could be written, one for each size. Without pixels they say that there is no file.
  private static func answer(asFiles picture: Pixels?, _ request: PictureRequest) -> Bool {
    var picture = picture
    defer { if let picture { g_object_unref(UnsafeMutableRawPointer(picture.buffer)) } }
    let sizes = [request.size] + request.smaller
    for (place, size) in sizes.enumerated() {
      // Each is made of the last one, which is much less work than decoding again.
      if place > 0, let larger = picture { picture = smaller(larger, fitting: size) }
      let isNeeded =
        picture.map { picture in
          place + 1 == sizes.count || sizes[place + 1] < max(picture.original.0, picture.original.1)
        } ?? false
      guard answer(asFile: isNeeded ? picture : nil, onPaper: request.wanted == .jpeg) else {
        return false
      }
    }
    return true
  }

  private static func answer(asFile picture: Pixels?, onPaper isOnPaper: Bool) -> Bool {
    var answer = vitrine_picture_file()
    guard let picture, let file = PictureEncoding.file(of: picture.buffer, onPaper: isOnPaper),
      let count = Int32(exactly: file.count)
    else { return withUnsafeBytes(of: answer) { write($0) } }
    answer.byte_count = count
    (answer.width, answer.height) = (
      gdk_pixbuf_get_width(picture.buffer), gdk_pixbuf_get_height(picture.buffer)
    )
    (answer.picture_width, answer.picture_height) = picture.original
    return withUnsafeBytes(of: answer) { write($0) } && file.withUnsafeBytes { write($0) }
  }

  /// Takes over the larger one; nil if there is no room for it.
  private static func smaller(_ larger: Pixels, fitting side: Int32) -> Pixels? {
    let (width, height) = (
      gdk_pixbuf_get_width(larger.buffer), gdk_pixbuf_get_height(larger.buffer)
    )
    guard side < max(width, height) else { return larger }
    defer { g_object_unref(UnsafeMutableRawPointer(larger.buffer)) }
    return PictureLoading.shrunk(
      larger.buffer, to: PictureLoading.scaled((width, height), to: side)
    ).map { Pixels(buffer: $0, original: larger.original) }
  }

  // MARK: Decoding

  struct Pixels {
    /// Owned.
    let buffer: OpaquePointer
    let original: (width: Int32, height: Int32)
  }

  static func decode(
    _ file: Int32, _ request: PictureRequest, of kind: PictureRules.Kind, mostPixels: Int
  ) throws -> Pixels {
    guard lseek(file, 0, SEEK_SET) == 0 else { throw PictureDecoder.Failure.notAPicture }
    let loading = try PictureLoading(kind, fitting: request.size, mostPixels: mostPixels)
    let stored = try loading.pixels(of: file)
    defer { g_object_unref(UnsafeMutableRawPointer(stored)) }
    let (width, height) = loading.original
    // A camera held upright writes the picture lying on its side, and says so.
    let isOnItsSide = orientation(of: stored) >= 5
    // transfer full
    guard let upright = gdk_pixbuf_apply_embedded_orientation(stored) else {
      throw PictureDecoder.Failure.undecodable
    }
    let size = isOnItsSide ? (height, width) : (width, height)
    if request.turn == 0 { return Pixels(buffer: upright, original: size) }
    defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
    // The library's angles are counted the other way round. transfer full
    let angle = GdkPixbufRotation(rawValue: UInt32((720 - Int(request.turn)) % 360))
    guard let turned = gdk_pixbuf_rotate_simple(upright, angle) else {
      throw PictureDecoder.Failure.undecodable
    }
    return Pixels(buffer: turned, original: request.turn % 180 == 0 ? size : (size.1, size.0))
  }

  /// From 1, as it is stored, to 8.
  private static func orientation(of pixels: OpaquePointer) -> Int {
    // Borrowed.
    gdk_pixbuf_get_option(pixels, "orientation").flatMap { Int(String(cString: $0)) } ?? 1
  }

  // MARK: Before the first picture

  /// Loads the libraries for this kind: code cannot be loaded any more behind the lock.
  private static func warmUp(_ kind: PictureRules.Kind) {
    // transfer full
    guard let loader = gdk_pixbuf_loader_new_with_mime_type(kind.mimeType, nil) else { return }
    defer { g_object_unref(Pointer(loader)) }
    // A drawing also looks for its fonts. What begins like no other picture is enough for the others.
    let drawing =
      "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><text font-family='sans' y='8'>x</text>"
      + "<text font-family='serif' y='8'>&#xe9;</text><rect width='4' height='4'/></svg>"
    let start = kind.drawnSide == nil ? [] : Array(drawing.utf8)
    gdk_pixbuf_loader_write(loader, start, gsize(start.count), nil)
    gdk_pixbuf_loader_close(loader, nil)
    vitrine_decoder_load_plugins()
    // So does what writes files: JPEG without transparency, PNG with.
    for hasAlpha: gboolean in [0, 1] {
      // transfer full
      guard let dot = gdk_pixbuf_new(GDK_COLORSPACE_RGB, hasAlpha, 8, 1, 1) else { continue }
      gdk_pixbuf_fill(dot, 0)
      _ = PictureEncoding.file(of: dot)
      g_object_unref(Pointer(dot))
    }
  }

  /// Lets the process use this many bytes more than it does now.
  private static func limitMemory(to bytes: UInt) {
    let pages =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst(5).first.flatMap { UInt($0) } ?? 0
    var limit = rlimit()
    limit.rlim_cur = pages * UInt(getpagesize()) + bytes
    limit.rlim_max = limit.rlim_cur
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }

  // MARK: The channel

  private static func write(_ answer: PictureAnswer) -> Bool {
    answer.words.withUnsafeBytes { write($0) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = Foundation.write(
        STDOUT_FILENO, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}

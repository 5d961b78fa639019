// The process that decodes pictures, from the inside. It limits its own memory, and each picture's time
// in case nobody is left to end it.

import CGtk
import Foundation

/// What a program that was started to decode pictures does.
public enum PictureDecoding {
  /// Which files are decoded at all; others are not even read.
  public struct Limits: Sendable {
    let pixels: Int
    let tellingBytes: Int
    let kind: @Sendable (Data) -> Kind?

    /// - Parameters:
    ///   - pixels: the most pixels a picture may claim to have.
    ///   - tellingBytes: how many bytes at the start of a file tell its kind.
    ///   - kind: the kind of a file that starts so; nil if it is not supported.
    public init(pixels: Int, tellingBytes: Int, kind: @escaping @Sendable (Data) -> Kind?) {
      self.pixels = pixels
      self.tellingBytes = tellingBytes
      self.kind = kind
    }
  }

  /// What a file is.
  public struct Kind: Sendable {
    let mimeType: String
    let drawnSide: Int32?

    /// - Parameters:
    ///   - mimeType: only the libraries for this type are given the file.
    ///   - drawnSide: how many pixels the longer side of a drawing gets, which has none of its own;
    ///     nil for pictures that have.
    public init(mimeType: String, drawnSide: Int? = nil) {
      self.mimeType = mimeType
      self.drawnSide = drawnSide.map { Int32(clamping: $0) }
    }
  }

  /// Decodes what a ``PictureDecoder`` asks for on the standard input, until that ends.
  public static func serve(within limits: Limits) {
    limitMemory(to: 1 << 30)
    while let request = nextRequest() {
      // Longer than the program's patience: if it has not stopped this process by then, it is gone.
      alarm(60)
      if request.wantsBarcodes {
        // A file that is no picture has none.
        let numbers = (try? barcodes(in: request, within: limits)) ?? []
        guard BarcodeAnswer.encoded(numbers).withUnsafeBytes({ write($0) }) else { return }
        alarm(0)
        continue
      }
      do {
        try answer(picture(request, limits))
      } catch let failure as PictureDecoder.Failure {
        guard write(PictureAnswer(failure)) else { return }
      } catch { return }
      alarm(0)
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

  // MARK: Decoding

  struct Pixels {
    /// Owned.
    let buffer: OpaquePointer
    let original: (width: Int32, height: Int32)
  }

  private static func picture(_ request: PictureRequest, _ limits: Limits) throws -> Pixels {
    if let thumbnail = request.thumbnail,
      // transfer full
      let buffer = gdk_pixbuf_new_from_file(thumbnail, nil)
    {
      return Pixels(buffer: buffer, original: (0, 0))
    }
    let picture = try decode(request, within: limits)
    if let thumbnail = request.thumbnail, isMuchLarger(picture.original, than: request.size) {
      keep(picture.buffer, as: thumbnail)
    }
    return picture
  }

  private static func isMuchLarger(
    _ original: (width: Int32, height: Int32), than size: Int32
  ) -> Bool {
    max(original.width, original.height) / 2 >= size
  }

  static func decode(
    _ request: PictureRequest, within limits: Limits
  ) throws -> Pixels {
    guard let handle = FileHandle(forReadingAtPath: request.file),
      let start = try? handle.read(upToCount: limits.tellingBytes), let kind = limits.kind(start),
      (try? handle.seek(toOffset: 0)) != nil
    else { throw PictureDecoder.Failure.notAPicture }
    defer { try? handle.close() }
    let loading = try PictureLoading(kind, fitting: request.size, mostPixels: limits.pixels)
    let stored = try loading.pixels(of: handle)
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

  /// A thumbnail that can't be written is made again the next time.
  private static func keep(_ pixels: OpaquePointer, as thumbnail: String) {
    let directory = (thumbnail as NSString).deletingLastPathComponent
    guard g_mkdir_with_parents(directory, 0o700) == 0 else { return }
    let unfinished = "\(thumbnail).\(getpid())"
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixels) != 0
    var (name, value): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    if !hasAlpha { (name, value) = (strdup("quality"), strdup("90")) }
    defer {
      free(name)
      free(value)
    }
    var (names, values) = ([name, nil], [value, nil])
    let isSaved = gdk_pixbuf_savev(
      pixels, unfinished, hasAlpha ? "png" : "jpeg", &names, &values, nil)
    if isSaved == 0 || rename(unfinished, thumbnail) != 0 { unlink(unfinished) }
  }

  // MARK: The limits

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

  private static func nextRequest() -> PictureRequest? {
    guard let length = read(4)?.withUnsafeBytes({ $0.load(as: UInt32.self) }),
      length <= PictureRequest.mostBytes, let bytes = read(Int(length))
    else { return nil }
    return try? JSONDecoder().decode(PictureRequest.self, from: Data(bytes))
  }

  private static func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      let length = Foundation.read(STDIN_FILENO, &piece, piece.count)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return nil }
      bytes += piece.prefix(length)
    }
    return bytes
  }

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

// The process that decodes pictures, from the inside. It limits its own memory, and each picture's time
// in case nobody is left to end it.

import CGtk
import Foundation

/// What a program does that was started to decode pictures.
public enum PictureDecoding {
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

  /// Decodes what a ``PictureDecoder`` asks for on the standard input, until that ends.
  public static func serve(within limits: Limits) {
    limitMemory(to: 1 << 30)
    while let request = nextRequest() {
      // Longer than the program has patience: it is gone if this is not stopped before.
      alarm(60)
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

  private struct Pixels {
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
    let picture = try decode(request.file, fitting: request.size, within: limits)
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

  private static func decode(
    _ file: String, fitting size: Int32, within limits: Limits
  ) throws -> Pixels {
    guard let handle = FileHandle(forReadingAtPath: file),
      let start = try? handle.read(upToCount: 16), limits.isKnownFormat(start)
    else { throw PictureDecoder.Failure.notAPicture }
    try? handle.close()
    var (width, height): (Int32, Int32) = (0, 0)
    guard gdk_pixbuf_get_file_info(file, &width, &height) != nil, width > 0, height > 0 else {
      throw PictureDecoder.Failure.undecodable
    }
    guard Int(width) * Int(height) <= limits.pixels else {
      throw PictureDecoder.Failure.tooLarge
    }
    // transfer full
    guard
      let stored = gdk_pixbuf_new_from_file_at_scale(
        file, min(size, width), min(size, height), 1, nil)
    else { throw PictureDecoder.Failure.undecodable }
    defer { g_object_unref(UnsafeMutableRawPointer(stored)) }
    // A camera held upright writes the picture lying on its side, and says so.
    let isOnItsSide = orientation(of: stored) >= 5
    // transfer full
    guard let upright = gdk_pixbuf_apply_embedded_orientation(stored) else {
      throw PictureDecoder.Failure.undecodable
    }
    return Pixels(buffer: upright, original: isOnItsSide ? (height, width) : (width, height))
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

  /// Lets the process use so many bytes more than it does.
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

// The clipboard: texts, files and pictures of other programs and of this one. What is there comes from
// another process, in pieces and at its own pace, and may be of any size.

import CGtk
import CGtkShim
import Foundation

/// What was read from the clipboard.
public enum ClipboardContent: Sendable {
  /// Files, as a file manager copies them.
  case files([URL])
  /// The bytes of a picture file.
  case picture([UInt8])
  /// Nothing of either kind.
  case nothing
}

/// Why the clipboard can't be read.
public struct ClipboardFailure: Error, LocalizedError {
  let reason: String
  /// The reason, as a sentence.
  public var errorDescription: String? { reason }
}

extension Widget {
  /// Copies text to the clipboard of the widget's display.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }

  /// Copies a picture to the clipboard: its pixels, for programs that show pictures, and its file, if
  /// that has the same picture.
  public func copy(_ texture: Texture, from file: URL?) {
    // Transfer full: the union takes over both.
    guard let provider = vitrine_content_new_picture(texture.opaque, file?.path) else { return }
    // The clipboard takes a reference of its own.
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), provider)
    g_object_unref(Pointer(provider))
  }

  /// Reads files, or else a picture in one of these formats, of which the first is preferred. At most
  /// `limit` bytes are read of a picture.
  public func readClipboard(
    pictureTypes types: [String], atMost limit: Int
  ) async throws -> ClipboardContent {
    // Borrowed from the display, which outlives every window.
    guard let clipboard = gtk_widget_get_clipboard(widget),
      let formats = gdk_clipboard_get_formats(clipboard)
    else { return .nothing }
    let fileList = gdk_file_list_get_type()
    if gdk_content_formats_contain_gtype(formats, fileList) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
    {
      let files = try await files(on: clipboard)
      if !files.isEmpty { return .files(files) }
    }
    guard
      let type = types.first(where: { gdk_content_formats_contain_mime_type(formats, $0) != 0 })
    else { return .nothing }
    let stream = try await stream(of: type, on: clipboard)
    var (pieces, count): ([[UInt8]], Int) = ([], 0)
    while let piece = try await nextPiece(of: stream) {
      count += piece.count
      // One byte more than allowed is enough to be refused for it.
      pieces.append(piece)
      if count > limit { break }
    }
    return .picture(await joined(pieces))
  }

  private func files(on clipboard: OpaquePointer) async throws -> [URL] {
    try await waiting { callback, data in
      gdk_clipboard_read_value_async(
        clipboard, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil, callback, data)
    } finish: { result, error in
      // The value stays the clipboard's.
      gdk_clipboard_read_value_finish(clipboard, result, &error).map(fileURLs(in:))
    }
  }

  private func stream(of type: String, on clipboard: OpaquePointer) async throws -> Object {
    try await waiting { callback, data in
      type.withCString { type in
        // An array that ends with nil; GDK copies it.
        var types: [UnsafePointer<CChar>?] = [type, nil]
        gdk_clipboard_read_async(clipboard, &types, G_PRIORITY_DEFAULT, nil, callback, data)
      }
    } finish: { result, error in
      // transfer full
      gdk_clipboard_read_finish(clipboard, result, nil, &error).map {
        Object(adopting: Pointer($0))
      }
    }
  }

  /// Nil at the end.
  private func nextPiece(of stream: Object) async throws -> [UInt8]? {
    let input = stream.cast(to: GInputStream.self)
    let piece: [UInt8] = try await waiting { callback, data in
      g_input_stream_read_bytes_async(input, 256 << 10, G_PRIORITY_DEFAULT, nil, callback, data)
    } finish: { result, error in
      // transfer full
      guard let bytes = g_input_stream_read_bytes_finish(input, result, &error) else { return nil }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      let data = g_bytes_get_data(bytes, &count)
      return Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
    return piece.isEmpty ? nil : piece
  }
}

/// Not on the main thread: it copies what may be many megabytes.
private nonisolated func joined(_ pieces: [[UInt8]]) async -> [UInt8] { Array(pieces.joined()) }

/// What waits for GLib to call back.
@MainActor
private final class Waiting {
  let done: @MainActor (OpaquePointer?) -> Void
  init(_ done: @escaping @MainActor (OpaquePointer?) -> Void) { self.done = done }
}

/// Starts something of GLib's that calls back once, and returns what `finish` makes of its result.
@MainActor
private func waiting<Value>(
  start: @MainActor (GAsyncReadyCallback, Pointer) -> Void,
  finish:
    @escaping @MainActor (
      OpaquePointer?, inout UnsafeMutablePointer<GError>?
    ) -> Value?
) async throws -> Value {
  var answer: Value?
  try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Void, any Error>) in
    let waiting = Waiting { result in
      var error: UnsafeMutablePointer<GError>?
      answer = finish(result, &error)
      guard answer == nil else { return continuation.resume() }
      // transfer full
      let reason = error.map { String(cString: $0.pointee.message) }
      if let error { g_error_free(error) }
      continuation.resume(throwing: ClipboardFailure(reason: reason ?? "unreadable"))
    }
    // The callback, which always comes, takes over this reference.
    start(
      { _, result, data in
        guard let data else { return }
        nonisolated(unsafe) let (answer, waiting) = (result, data)
        MainActor.assumeIsolated {
          Unmanaged<Waiting>.fromOpaque(waiting).takeRetainedValue().done(answer)
        }
      }, Unmanaged.passRetained(waiting).toOpaque())
  }
  guard let answer else { throw ClipboardFailure(reason: "unreadable") }
  return answer
}

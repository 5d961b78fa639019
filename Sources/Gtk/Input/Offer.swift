// SPDX-License-Identifier: Apache-2.0
// What another program offers, on the clipboard or by dropping it: it comes from another process, in pieces and
// at its own pace, and may be of any size.

import CGtk
import CGtkShim
import Foundation

/// What was read of what another program offers.
public enum OfferedContent: Sendable {
  /// Files, as a file manager copies them.
  case files([URL])
  /// The bytes of a picture file.
  case picture([UInt8])
  /// Nothing of either kind.
  case nothing
}

/// Why what is offered can't be read.
struct OfferFailure: Error, LocalizedError {
  let reason: String
  /// The reason, as a sentence.
  var errorDescription: String? { reason }
}

/// The clipboard and a drop, which GDK reads in the same way with functions of two names.
@MainActor
struct Offer {
  /// Borrowed from the clipboard or the drop.
  let formats: OpaquePointer
  private let startFiles: @MainActor (GAsyncReadyCallback, Pointer) -> Void
  private let files:
    @MainActor (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> UnsafePointer<GValue>?
  private let startStream:
    @MainActor (UnsafeMutablePointer<UnsafePointer<CChar>?>, GAsyncReadyCallback, Pointer) -> Void
  /// Transfer full.
  private let stream: @MainActor (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> Pointer?

  /// Nil if there is nothing on it.
  init?(onClipboard clipboard: OpaquePointer) {
    guard let formats = gdk_clipboard_get_formats(clipboard) else { return nil }
    self.formats = formats
    startFiles = {
      gdk_clipboard_read_value_async(
        clipboard, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil, $0, $1)
    }
    files = { gdk_clipboard_read_value_finish(clipboard, $0, &$1) }
    startStream = { gdk_clipboard_read_async(clipboard, $0, G_PRIORITY_DEFAULT, nil, $1, $2) }
    stream = { gdk_clipboard_read_finish(clipboard, $0, nil, &$1).map { Pointer($0) } }
  }

  init?(ofDrop drop: OpaquePointer) {
    guard let formats = gdk_drop_get_formats(drop) else { return nil }
    self.formats = formats
    startFiles = {
      gdk_drop_read_value_async(drop, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil, $0, $1)
    }
    files = { gdk_drop_read_value_finish(drop, $0, &$1) }
    startStream = { gdk_drop_read_async(drop, $0, G_PRIORITY_DEFAULT, nil, $1, $2) }
    stream = { gdk_drop_read_finish(drop, $0, nil, &$1).map { Pointer($0) } }
  }

  var hasFiles: Bool {
    gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0
  }

  func first(among types: [String]) -> String? {
    types.first { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
  }

  /// A browser offers the address of a picture, which is no file here, and perhaps the picture itself.
  func content(pictureTypes types: [String], atMost limit: Int) async throws -> OfferedContent {
    let type = first(among: types)
    if hasFiles {
      let files = try await readFiles()
      if type == nil ? !files.isEmpty : files.contains(where: \.isFileURL) {
        return .files(files)
      }
    }
    guard let type else { return .nothing }
    return .picture(try await bytes(of: type, atMost: limit))
  }

  var hasText: Bool {
    gdk_content_formats_contain_gtype(formats, vitrine_type_string()) != 0
      || first(among: Self.texts) != nil
  }

  private static let texts = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"]

  /// A text; nil if there is none. Of one that is too long, a bit more than the limit.
  func text(atMost limit: Int) async throws -> String? {
    guard let type = first(among: Self.texts) else { return nil }
    return String(decoding: try await bytes(of: type, atMost: limit), as: UTF8.self)
  }

  private func bytes(of type: String, atMost limit: Int) async throws -> [UInt8] {
    let stream = try await open(type)
    var (pieces, count): ([[UInt8]], Int) = ([], 0)
    while let piece = try await nextPiece(of: stream) {
      count += piece.count
      // One byte more than allowed is enough to be refused for it.
      pieces.append(piece)
      if count > limit { break }
    }
    return await joined(pieces)
  }

  private func readFiles() async throws -> [URL] {
    try await waiting(start: startFiles) { result, error in
      // The value stays the clipboard's or the drop's.
      files(result, &error).map(fileURLs(in:))
    }
  }

  private func open(_ type: String) async throws -> Object {
    try await waiting { callback, data in
      type.withCString { type in
        // An array that ends with nil; GDK copies it.
        var types: [UnsafePointer<CChar>?] = [type, nil]
        startStream(&types, callback, data)
      }
    } finish: { result, error in
      stream(result, &error).map { Object(adopting: $0) }
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
      continuation.resume(throwing: OfferFailure(reason: reason ?? "unreadable"))
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
  guard let answer else { throw OfferFailure(reason: "unreadable") }
  return answer
}

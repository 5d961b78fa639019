// SPDX-License-Identifier: Apache-2.0
// A picture file as the program holds it: open, and with a look at its first bytes alone, which tell who
// decodes it. Whoever does gets the open file and learns neither its name nor where it is.

import Foundation

/// Kinds of pictures, and which files are decoded at all.
public struct PictureRules: Sendable {
  /// What a file is.
  public struct Kind: Hashable, Sendable {
    let mimeType: String
    let drawnSide: Int32?

    /// - Parameters:
    ///   - mimeType: of all libraries that decode, those for this type alone are given the file.
    ///   - drawnSide: how many pixels the longer side of a drawing gets, which has none of its own;
    ///     nil for pictures that have.
    public init(mimeType: String, drawnSide: Int? = nil) {
      self.mimeType = mimeType
      self.drawnSide = drawnSide.map { Int32(clamping: $0) }
    }

    /// Whether its decoders are old, small and well tried: they alone do without a lock.
    var isPlain: Bool { mimeType == "image/png" || mimeType == "image/jpeg" }
  }

  let tellingBytes: Int
  let kind: @Sendable (Data) -> Kind?

  /// - Parameters:
  ///   - tellingBytes: how many bytes at the start of a file tell its kind.
  ///   - kind: the kind of a file that starts so; nil if it is not supported.
  public init(tellingBytes: Int, kind: @escaping @Sendable (Data) -> Kind?) {
    self.tellingBytes = tellingBytes
    self.kind = kind
  }
}

/// Closed when it is released.
final class PictureFile {
  let descriptor: Int32
  let kind: PictureRules.Kind

  /// Throws if it can't be read, or is of no kind that is supported.
  init(_ file: URL, _ rules: PictureRules) throws {
    // One that would wait for a writer is opened at once, and is no regular file.
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? PictureDecoder.Failure.missing : .notAPicture
    }
    guard let start = Self.start(of: descriptor, rules.tellingBytes), let kind = rules.kind(start)
    else {
      close(descriptor)
      throw PictureDecoder.Failure.notAPicture
    }
    (self.descriptor, self.kind) = (descriptor, kind)
  }

  deinit { close(descriptor) }

  private static func start(of descriptor: Int32, _ count: Int) -> Data? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    // Leaves the place from which the decoder reads.
    let length = pread(descriptor, &bytes, count, 0)
    return length < 0 ? nil : Data(bytes.prefix(length))
  }
}

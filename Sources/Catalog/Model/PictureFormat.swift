// The formats that pictures may have, detected by the first bytes of a file, in this one place.

/// The formats a picture may have; the raw value is its file name's extension.
public enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpg, webp

  /// A picture with more pixels is refused: 64 megapixels decode to 256 MiB, however small the
  /// file. Decoders use the same limit, so everything stored can be shown.
  public static let mostPixels = 64 << 20

  /// A file with more bytes is refused.
  public static let largestFile = 64 << 20

  /// What other programs call the format.
  public var mimeType: String {
    switch self {
    case .png: "image/png"
    case .jpg: "image/jpeg"
    case .webp: "image/webp"
    }
  }

  /// The format that the first bytes of a file indicate.
  public init?(magicOf bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}

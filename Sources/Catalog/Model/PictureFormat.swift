// The formats that pictures may have: one place tells them apart, by the first bytes of a file.

/// The formats a picture may have; the raw value is its file name's extension.
public enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpg, webp

  /// A picture that decodes to more is none of a product: 64 megapixels take 256 MiB, of however
  /// small a file. What is stored can be shown, so whoever decodes goes by this, too.
  public static let mostPixels = 64 << 20

  /// The format that the first bytes of a file announce.
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

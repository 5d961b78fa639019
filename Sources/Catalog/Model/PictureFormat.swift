// SPDX-License-Identifier: Apache-2.0
// The formats that pictures may have. `PictureFormat+Detection` tells them apart by content.

/// The formats a picture may have; the raw value is its file name's extension.
public enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpg, webp, gif, svg, avif, heic

  /// A picture with more pixels is refused: 64 megapixels decode to 256 MiB, however small the
  /// file. Decoders use the same limit, so everything stored can be shown.
  public static let mostPixels = 64 << 20

  /// A file with more bytes is refused.
  public static let largestFile = 64 << 20

  /// A drawing in SVG has no pixels of its own. Its longer side gets this many, whatever size it
  /// states: a drawing may claim to be a mile wide, or as small as an icon.
  public static let drawnSide = 2048

  /// This many bytes at the start of a file tell its format. Comments may precede a drawing.
  public static let tellingBytes = 16 << 10

  /// What people call the format.
  public var name: String { self == .jpg ? "JPEG" : self == .webp ? "WebP" : rawValue.uppercased() }

  /// What other programs call the format.
  public var mimeType: String {
    switch self {
    case .png: "image/png"
    case .jpg: "image/jpeg"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .svg: "image/svg+xml"
    case .avif: "image/avif"
    case .heic: "image/heic"
    }
  }
}

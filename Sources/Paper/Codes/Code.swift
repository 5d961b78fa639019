// SPDX-License-Identifier: Apache-2.0
// A text as bars or squares, in whole modules. libzint encodes it; where and how large it is drawn is decided here,
// because modules that are not whole dots of the printer are not read.

import CZint
import Catalog
import Wording

public struct Code: Equatable, Sendable {
  /// A dark rectangle, in modules.
  public struct Bar: Equatable, Sendable {
    public let x, y, width, height: Int
  }

  /// How much of a QR code may be unreadable: a fourteenth, or a seventh.
  enum Protection: Int32 { case low = 1, medium = 2 }

  public let kind: CodeKind
  public let text: String
  /// Without the light margin. Bars are one module high here and as high as they are drawn.
  public let width, height: Int
  /// What is drawn: bars from left to right, or the dark squares by rows and, where two or more stand below each other,
  /// by columns, too.
  public let bars: [Bar]

  /// Throws a `CodeRefusal`.
  public init(_ text: String, as kind: CodeKind) throws {
    try self.init(text, as: kind, protection: .medium)
  }

  init(_ text: String, as kind: CodeKind, protection: Protection) throws {
    try kind.check(text)
    self.kind = kind
    self.text = text
    let areas = try Self.rectangles(text, kind, protection: protection)
    guard let left = areas.map(\.x).min(), let top = areas.map(\.y).min(),
      // Each kind has a dark module that stands alone.
      let module = areas.map(\.width).min(), module > 0
    else { throw CodeRefusal.failed(tr("it has no bars")) }
    func count(_ length: Float) -> Int { Int((length / module).rounded()) }
    let found = areas.map {
      Bar(
        x: count($0.x - left), y: kind.isSquare ? count($0.y - top) : 0, width: count($0.width),
        height: kind.isSquare ? count($0.height) : 1)
    }
    width = found.map { $0.x + $0.width }.max() ?? 0
    height = found.map { $0.y + $0.height }.max() ?? 0
    bars = kind.isSquare ? DarkSquares(found, width: width, height: height).bars : found
  }

  /// What libzint draws, in lengths of its own.
  private static func rectangles(
    _ text: String, _ kind: CodeKind, protection: Protection
  ) throws -> [zint_vector_rect] {
    guard let symbol = ZBarcode_Create() else { throw CodeRefusal.failed("memory") }
    defer { ZBarcode_Delete(symbol) }
    symbol.pointee.symbology = kind.symbology
    symbol.pointee.show_hrt = 0
    // Without being told, a reader takes what is not ASCII for Japanese, or for what the first letters look like.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    symbol.pointee.input_mode = isPlain ? DATA_MODE : UNICODE_MODE
    symbol.pointee.eci = isPlain ? 0 : utf8Characters
    switch kind {
    case .qr: symbol.pointee.option_1 = protection.rawValue
    case .dataMatrix: symbol.pointee.option_3 = DM_SQUARE
    default: break
    }
    // It would take eight digits for an EAN-13 with zeros in front, and makes the check digit itself.
    let bytes = kind == .ean8 ? Array(text.utf8.dropLast()) : Array(text.utf8)
    let result = ZBarcode_Encode_and_Buffer_Vector(symbol, bytes, Int32(clamping: bytes.count), 0)
    guard result < ZINT_ERROR else {
      if result == ZINT_ERROR_TOO_LONG { throw CodeRefusal.tooLong(text, kind) }
      throw CodeRefusal.failed(
        withUnsafeBytes(of: symbol.pointee.errtxt) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    // The list belongs to the symbol.
    return Array(
      sequence(first: symbol.pointee.vector?.pointee.rectangles) { $0?.pointee.next }
        .prefix { $0 != nil }.compactMap { $0?.pointee })
  }
}

/// What the standard calls UTF-8.
private let utf8Characters: Int32 = 26

extension CodeKind {
  fileprivate var symbology: Int32 {
    switch self {
    case .ean13, .ean8: BARCODE_EANX
    case .upc: BARCODE_UPCA
    case .code128: BARCODE_CODE128
    case .itf: BARCODE_C25INTER
    case .qr: BARCODE_QRCODE
    case .dataMatrix: BARCODE_DATAMATRIX
    }
  }

  /// What libzint would accept and change, or refuse in English.
  fileprivate func check(_ text: String) throws {
    guard !text.isEmpty else { throw CodeRefusal.empty }
    let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    switch self {
    case .ean13, .ean8, .upc:
      guard isDigits else { throw CodeRefusal.notDigits(text, self) }
      if let digitCount, text.utf8.count != digitCount {
        throw CodeRefusal.wrongLength(text, self, digits: digitCount)
      }
      let expected = GTIN.checkDigit(of: text.utf8.dropLast())
      guard text.utf8.last == expected else {
        throw CodeRefusal.wrongCheckDigit(text, self, expected: Int(expected) - 0x30)
      }
    case .itf:
      guard isDigits else { throw CodeRefusal.notDigits(text, self) }
      guard text.utf8.count.isMultiple(of: 2) else { throw CodeRefusal.oddLength(text) }
    case .code128:
      if let odd = text.first(where: { $0.asciiValue.map { $0 < 0x20 || $0 > 0x7E } ?? true }) {
        throw CodeRefusal.character(odd, in: text, self)
      }
    case .qr, .dataMatrix: break
    }
  }
}

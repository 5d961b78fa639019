// What the program asks of the process that decodes its pictures. Both are the same program, started from
// the same file, so the bytes need not be understood by another version.

import Foundation

struct PictureRequest: Codable {
  let file: String
  let size: Int32
  /// In degrees, clockwise.
  let turn: Int32
  let thumbnail: String?
  /// Whether the numbers in its barcodes are wanted instead of the picture.
  var wantsBarcodes = false

  static let mostBytes = 1 << 16

  /// Its length in four bytes, and itself.
  var encoded: [UInt8] {
    // Strings and numbers can always be encoded.
    let bytes = (try? JSONEncoder().encode(self)) ?? Data()
    return withUnsafeBytes(of: UInt32(bytes.count)) { Array($0) } + bytes
  }
}

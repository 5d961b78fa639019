// SPDX-License-Identifier: Apache-2.0
// Where a cell stands, as “B7” says it.

struct SheetPlace: Hashable {
  /// From 1, as rows are numbered.
  var row: Int
  /// From 0.
  var column: Int

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Nil if it is not a place.
  init?(_ text: some StringProtocol) { self.init(utf8: text.utf8) }

  init?(utf8 bytes: some Sequence<UInt8>) {
    row = 0
    column = -1
    for byte in bytes {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A:
        guard row == 0, column < SheetSize.columns * 26 else { return nil }
        column = (column + 1) * 26 + Int(byte & 0x1F) - 1
      case 0x30...0x39:
        guard row < 1 << 40 else { return nil }
        row = row * 10 + Int(byte & 0xF)
      case 0x24: break
      default: return nil
      }
    }
    guard column >= 0 else { return nil }
  }
}

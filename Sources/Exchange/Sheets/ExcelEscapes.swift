// SPDX-License-Identifier: Apache-2.0
// What Excel writes for characters that XML can't have.

/// Characters that XML can't have stand in a workbook as “_x000D_”.
enum ExcelEscapes {
  private static let lineFeed = Array("_x000A_".utf8)

  static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x5F) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x5F, index + 6 < text.count, text[index + 1] == 0x78,
        text[index + 6] == 0x5F,
        let value = UInt32(
          String(decoding: text[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        index += 7
        if value != 13 {
          result.append(contentsOf: String(Character(scalar)).utf8)
        } else if !text[index...].starts(with: [0x0A]), !text[index...].starts(with: lineFeed) {
          // One alone ends a line, too; before a line feed it is a part of the line's end.
          result.append(0x0A)
        }
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}

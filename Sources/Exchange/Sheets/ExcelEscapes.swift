// SPDX-License-Identifier: Apache-2.0
// What Excel writes for characters that XML can't have.

/// Characters that XML can't have stand in a workbook as “_x000D_”.
enum ExcelEscapes {
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
        // A carriage return before a line feed is a part of the line's end.
        if value != 13 { result.append(contentsOf: String(Character(scalar)).utf8) }
        index += 7
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}

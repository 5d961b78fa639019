// SPDX-License-Identifier: Apache-2.0
// The texts of a workbook's cells, each once: a cell has its number.

final class SharedTexts: XMLHandler {
  private let texts = StoredTexts()
  private var text: [UInt8] = []
  /// Within what is spoken, not written: how to pronounce a Japanese text.
  private var isSpoken = false

  static func read(_ source: (any ByteSource)?) throws -> StoredTexts? {
    guard let source else { return nil }
    let reader = SharedTexts()
    try XMLReader(source.open()).read(for: reader)
    try reader.texts.seal()
    return reader.texts
  }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "si": text.removeAll(keepingCapacity: true)
    case "rPh": isSpoken = true
    case "t":
      xml.text.removeAll(keepingCapacity: true)
      xml.collects = !isSpoken
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    switch name {
    case "t":
      if xml.collects { text.append(contentsOf: xml.text) }
      xml.trying { try SheetSize.check(text: text.count) }
      xml.collects = false
    case "rPh": isSpoken = false
    case "si": xml.trying { try texts.append(ExcelEscapes.decoded(text)) }
    default: break
    }
  }
}

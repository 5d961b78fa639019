// SPDX-License-Identifier: Apache-2.0
// The text of a cell without what only its program put there.

import Catalog
import Foundation

enum CellText {
  /// The text as a person reads it: without the quotes and marks that keep a spreadsheet from calculating.
  static func plain(_ cell: Cell) -> String {
    let text =
      cell.text.hasVisibleEdges ? cell.text : cell.text.trimmingCharacters(in: invisible)
    guard let first = text.utf8.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "'")
    else { return text }
    if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 2 {
      let inside = text.dropFirst(2).dropLast()
      // “="A" & "B"” calculates.
      return inside.contains("\"") ? text : String(inside)
    }
    // “'0012”, “'=…”, but not “'90s”
    let rest = text.dropFirst()
    if first == UInt8(ascii: "'"), let next = rest.first, !rest.contains("'"),
      "=+-@".contains(next) || isNumberLike(rest)
    {
      return String(rest)
    }
    return text
  }

  /// Whether a spreadsheet would take it for a number or a day, were there no apostrophe before it.
  private static func isNumberLike(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x20, 0x25, 0x2B...0x2F, 0x3A, 0x45, 0x65: true
      default: false
      }
    }
  }

  private static let invisible = CharacterSet.whitespacesAndNewlines.union(
    CharacterSet(charactersIn: "\u{feff}\u{200b}\u{200e}\u{200f}"))

  /// Without what binary fractions add, such as 12.299999999999999.
  static func rounded(_ text: String) -> String {
    guard text.utf8.count > 14, let value = Double(text), abs(value) < 1e9 else {
      return text.contains("E") || text.contains("e")
        ? Double(text).map { plain($0) } ?? text : text
    }
    return plain((value * 1e6).rounded() / 1e6)
  }

  private static func plain(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  /// A code without the spaces and dashes between its digits.
  static func codeDigits(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x20 || $0 == 0x2D || $0 == 0xC2 || $0 == 0x2E }) else {
      return text
    }
    if text.hasSuffix(".0") { return codeDigits(String(text.dropLast(2))) }
    return text.filter { $0 != " " && $0 != "-" && $0 != "\u{a0}" }
  }

  /// Whether a spreadsheet has written a code as a number, such as 4.00638E+12.
  static func isScientific(_ text: String) -> Bool {
    // Most codes have no such letter, or begin with one.
    guard let byte = text.utf8.first, byte >= 0x80 || (0x30...0x39).contains(byte),
      text.utf8.contains(where: { $0 | 0x20 == 0x65 }),
      let e = text.firstIndex(where: { $0 == "E" || $0 == "e" })
    else { return false }
    let (digits, power) = (text[..<e], text[text.index(after: e)...])
    return digits.first?.isNumber ?? false && digits.allSatisfy { $0.isNumber || ".,".contains($0) }
      && digits.filter { ".,".contains($0) }.count <= 1 && power.hasPrefix("+")
      && power.dropFirst().count <= 2 && Int(power.dropFirst()) != nil
  }

  /// The digits of such a number, if it has all of them; zeros at the end may be of the code, or filled in.
  static func unscientific(_ text: String) -> String? {
    guard isScientific(text), let e = text.firstIndex(where: { $0 == "E" || $0 == "e" }) else {
      return nil
    }
    let parts = text[..<e].split { ".,".contains($0) }
    guard let power = Int(text[e...].dropFirst(2)), let whole = parts.first, whole.count == 1 else {
      return nil
    }
    let decimals = parts.count > 1 ? parts[1] : ""
    return decimals.count == power ? String(whole) + decimals : nil
  }

  /// The GTIN that a code was before zeros at its beginning were left out; its check digit proves it.
  static func withZeros(_ digits: String) -> String? {
    guard digits.utf8.count != 8, (6...11).contains(digits.utf8.count), digits.utf8.first != 0x30
    else { return nil }
    let length = digits.utf8.count < 8 ? 8 : digits.utf8.count == 11 ? 12 : 13
    let padded = String(repeating: "0", count: length - digits.utf8.count) + digits
    return try? GTIN(padded).text
  }

  /// The UPC that small packs have without the zeros within it.
  static func ofShortUPC(_ short: String) -> String? {
    let digits = Array(short)
    guard digits.count == 8, digits[0] == "0" || digits[0] == "1",
      digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let (begin, last) = (String(digits[0]), digits[6])
    let code =
      switch last {
      case "0", "1", "2": "\(digits[1])\(digits[2])\(last)0000" + String(digits[3...5])
      case "3": String(digits[1...3]) + "00000" + String(digits[4...5])
      case "4": String(digits[1...4]) + "00000" + String(digits[5])
      default: String(digits[1...5]) + "0000" + String(last)
      }
    return try? GTIN(begin + code + String(digits[7])).text
  }

  static func isISBN(_ code: String) -> Bool {
    let digits = code.utf8.enumerated().map { place, byte in
      byte == UInt8(ascii: "X") && place == 9 ? 10 : Int(byte) - 0x30
    }
    guard digits.count == 10, digits.allSatisfy({ (0...10).contains($0) }) else { return false }
    return digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }.isMultiple(of: 11)
  }
}

enum PictureName {
  static let endings: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "heic"]

  static func isOnWeb(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("http:") || name.hasPrefix("https:") || name.hasPrefix("//")
      || name.hasPrefix("www.")
  }
}

extension Cell {
  /// What an amount of a spreadsheet can be in, by the sign that it is shown with; nil for other cells.
  var currencies: [String]? {
    guard case .money(let sign) = kind else { return nil }
    let codes = CurrencyWords.codes(of: sign)
    return codes.isEmpty ? [sign] : codes
  }
}

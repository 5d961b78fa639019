// SPDX-License-Identifier: Apache-2.0
// How a text's characters are stored as bytes, and its decoding to UTF-8, by iconv.

import Foundation

/// An encoding of text, such as “Windows-1252”.
public struct TextEncoding: Sendable, Hashable {
  /// The name as people know it; iconv knows it as well.
  public let name: String

  public init(_ name: String) { self.name = name }

  public static let utf8 = TextEncoding("UTF-8")

  /// Those to choose from.
  public static let all = [
    "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "Windows-1252", "Windows-1250",
    "Windows-1251", "Windows-1253", "Windows-1254", "Windows-1255", "Windows-1256", "Windows-1257",
    "Windows-1258", "ISO-8859-1", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-9",
    "ISO-8859-13", "ISO-8859-15", "KOI8-R", "KOI8-U", "Macintosh", "CP437", "CP850", "CP852",
    "CP866", "Shift_JIS", "EUC-JP", "Big5", "GB18030", "EUC-KR", "TIS-620",
  ].map(TextEncoding.init)

  /// The one for `iconv_open`. What Microsoft's programs write has more characters than the standards
  /// of these names.
  fileprivate var code: String {
    switch name {
    case "Shift_JIS": "CP932"
    case "Big5": "CP950"
    case "EUC-KR": "CP949"
    case let name where name.hasPrefix("Windows-"): "CP" + name.dropFirst(8)
    default: name
    }
  }
}

extension TextEncoding {
  /// A text in this encoding, with the mark that its kind of Unicode needs; nil if it lacks a character.
  func encoded(_ text: String) -> [UInt8]? {
    guard self != .utf8 else { return Array(text.utf8) }
    let handle = iconv_open(code, "UTF-8")
    guard let handle, handle != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(handle) }
    var input = Array(((name.hasPrefix("UTF-") ? "\u{FEFF}" : "") + text).utf8)
    // No encoding takes more than four bytes for one of UTF-8, and a few for where it ends.
    let capacity = 4 * input.count + 64
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      input.withUnsafeMutableBytes { source in
        buffer.withMemoryRebound(to: CChar.self) { target in
          var next = source.baseAddress?.assumingMemoryBound(to: CChar.self)
          var left = source.count
          var place = target.baseAddress
          var room = target.count
          isWhole = iconv(handle, &next, &left, &place, &room) == 0 && left == 0
          if isWhole { isWhole = iconv(handle, nil, nil, &place, &room) == 0 }
          filled = target.count - room
        }
      }
    }
    return isWhole ? bytes : nil
  }
}

/// Turns bytes into UTF-8, part by part. What has no meaning becomes U+FFFD.
final class TextDecoder {
  private let handle: iconv_t?
  private var rest: [UInt8] = []
  /// The smallest number of bytes that can stand for a character.
  private let unit: Int
  /// How many characters had no meaning.
  private(set) var replaced = 0

  /// Nil if this computer doesn't know the encoding.
  init?(_ encoding: TextEncoding) {
    unit = encoding.name.hasPrefix("UTF-32") ? 4 : encoding.name.hasPrefix("UTF-16") ? 2 : 1
    if encoding == .utf8 {
      handle = nil
      return
    }
    let opened = iconv_open("UTF-8", encoding.code)
    guard opened != iconv_t(bitPattern: -1) else { return nil }
    handle = opened
  }

  deinit {
    if let handle { iconv_close(handle) }
  }

  /// Bytes that are already UTF-8 stay as they are, right or wrong.
  func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    guard let handle else { return bytes }
    var input = rest + bytes
    rest = []
    var done = 0
    var result: [UInt8] = []
    result.reserveCapacity(input.count * 2)
    var output = [UInt8](repeating: 0, count: 64 << 10)
    while done < input.count {
      var failure: Int32 = 0
      let (read, written): (Int, Int) = input.withUnsafeMutableBytes { source in
        output.withUnsafeMutableBytes { target in
          var next = source.baseAddress.map { ($0 + done).assumingMemoryBound(to: CChar.self) }
          var left = source.count - done
          var place = target.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = target.count
          let result = iconv(handle, &next, &left, &place, &room)
          failure = result == -1 ? errno : 0
          return (source.count - done - left, target.count - room)
        }
      }
      done += read
      result.append(contentsOf: output[..<written])
      switch failure {
      case 0, E2BIG: continue
      case EINVAL where !isLast:
        rest = Array(input[done...])
        return result
      default:
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
        replaced += 1
        done += unit
      }
    }
    if isLast { result.append(contentsOf: held(by: handle)) }
    return result
  }

  /// Where accents follow their letter, iconv keeps the last letter back.
  private func held(by handle: iconv_t) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64) { buffer, filled in
      var room = buffer.count
      buffer.withMemoryRebound(to: CChar.self) { characters in
        var place = characters.baseAddress
        _ = iconv(handle, nil, nil, &place, &room)
      }
      filled = buffer.count - room
    }
  }
}

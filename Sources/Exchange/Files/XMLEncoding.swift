// SPDX-License-Identifier: Apache-2.0
// How a document of XML is stored, by its first bytes and by what it says of itself, which may be wrong.

enum XMLEncoding {
  /// Which UTF of several bytes it is, and how long the mark is that says so.
  static func wide(_ bytes: [UInt8]) -> (encoding: TextEncoding, mark: Int)? {
    if bytes.starts(with: [0xFF, 0xFE]) { return (TextEncoding("UTF-16LE"), 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (TextEncoding("UTF-16BE"), 2) }
    let head = bytes.prefix(4)
    guard head.contains(0) else { return nil }
    return (TextEncoding(head.first == 0 ? "UTF-16BE" : "UTF-16LE"), 0)
  }

  /// The encoding that the declaration names; nil for UTF-8, and for what is that whatever it says.
  static func stated(in bytes: [UInt8]) -> TextEncoding? {
    let text = String(decoding: bytes.prefix(200).prefix { $0 != 0x3E }, as: UTF8.self)
    guard let place = text.range(of: "encoding"),
      let quote = text[place.upperBound...].first(where: { $0 == "\"" || $0 == "'" })
    else { return nil }
    let name =
      text[place.upperBound...].split(separator: quote, omittingEmptySubsequences: false)
      .dropFirst().first.map { $0.uppercased() } ?? ""
    var check = UTF8Check()
    check.add(Array(bytes.prefix(64 << 10).dropLast(3)))
    switch name {
    case "", "UTF-8", "UTF8", "US-ASCII", "ASCII": return nil
    // What only looks like another encoding would have one character in thousands.
    case _ where check.characters > 0 && check.faults == 0: return nil
    // As every browser does: the controls of these are characters there.
    case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1": return TextEncoding("Windows-1252")
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "WINDOWS-31J": return TextEncoding("Shift_JIS")
    case "BIG5": return TextEncoding("Big5")
    // The bytes have no zeros, so they are not what this says.
    case "UTF-16", "UTF-16LE", "UTF-16BE", "UCS-2", "UTF-32": return nil
    case "GB2312", "GBK": return TextEncoding("GB18030")
    case let name where name.hasPrefix("WINDOWS-"):
      return TextEncoding("Windows-" + name.dropFirst(8))
    default: return TextEncoding(name)
    }
  }
}

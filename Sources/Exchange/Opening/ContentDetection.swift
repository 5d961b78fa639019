// SPDX-License-Identifier: Apache-2.0
// What a file is, by its first bytes and, for an archive, by the names in it. A file's own name is never
// asked: it often lies.

enum ContentDetection {
  enum Content {
    case zip, gzip, text
    /// By the name of the first element, without prefix.
    case xml(root: String)
    case html
    case json
    /// Nothing with a table.
    case other(UnreadableFile)
  }

  static func content(of source: any ByteSource) throws -> Content {
    let head = try source.head(64 << 10)
    if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
      || head.starts(with: [0x50, 0x4B, 7, 8])
    {
      return .zip
    }
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return .other(try compound(source))
    }
    if let known = magic.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
      return .other(.noTable(known.content))
    }
    if isOldTable(head) { return .other(.noTable(.oldExcel)) }
    return markup(in: head) ?? .text
  }

  /// Multiplan's and VisiCalc's ways to hand on tables. “ID;P…” may begin a CSV as well.
  private static func isOldTable(_ head: [UInt8]) -> Bool {
    let lines = head.prefix(400).split(maxSplits: 3) { $0 == 0x0A || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count > 2 else { return false }
    if lines[0] == "TABLE", lines[1].hasPrefix("0,1") { return true }
    return lines[0].hasPrefix("ID;P")
      && ["B;", "C;X", "C;Y", "F;", "O;", "P;"].contains(where: lines[1].hasPrefix)
  }

  /// XML, HTML or JSON, by the first characters that are no white space.
  private static func markup(in head: [UInt8]) -> Content? {
    // In UTF-16 each has a zero beside it.
    let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
    // Some programs write their messages before the document.
    let declared = text.firstRange(of: "<?xml ").map { text[$0.lowerBound...] }
    let start = declared ?? text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }
    guard let first = start.first else { return nil }
    if first == "<" { return element(in: start) }
    guard first == "{" || first == "[" else { return nil }
    let inside = start.dropFirst().drop(while: \.isWhitespace).first
    return inside == "\"" || inside == "{" || inside == "[" || inside == "}" || inside == "]"
      ? .json : nil
  }

  private static func element(in text: Substring) -> Content? {
    var rest = text
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
        if rest.lowercased().hasPrefix("<!doctype html") { return .html }
        // A declaration may have others within brackets.
        let closing =
          rest.prefix { $0 != ">" }.contains("[")
          ? rest.firstRange(of: "]>")?.upperBound
          : rest.firstIndex(of: ">").map { rest.index(after: $0) }
        guard let closing else { return .xml(root: "") }
        rest = rest[closing...]
      } else {
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
        guard !name.isEmpty else { return nil }
        let html = ["html", "head", "body", "div", "table", "script", "meta", "style", "p"]
        if html.contains(name.lowercased()) { return .html }
        return .xml(root: name.split(separator: ":").last.map(String.init) ?? "")
      }
    }
    return .xml(root: "")
  }

  /// Microsoft's container of the time before zip.
  private static func compound(_ source: any ByteSource) throws -> UnreadableFile {
    let stream = try source.open()
    var read = 0
    var found = UnreadableFile.noTable(.oldExcel)
    // The names of what is in it are somewhere in UTF-16.
    let names: [(String, UnreadableFile)] = [
      ("EncryptedPackage", .password), ("EncryptionInfo", .password),
      ("WordDocument", .noTable(.word)), ("PowerPoint Document", .noTable(.presentation)),
    ]
    while read < 64 << 20 {
      let bytes = try stream.next()
      if bytes.isEmpty { break }
      read += bytes.count
      for (name, problem) in names
      where !places(of: name.utf8.flatMap { [$0, 0] }, in: bytes).isEmpty { found = problem }
      if found == .password { break }
    }
    return found
  }

  private struct Magic {
    var bytes: [UInt8]
    var content: UnreadableFile.Content
    var offset = 0

    init(_ text: String, _ content: UnreadableFile.Content, offset: Int = 0) {
      self.init(Array(text.utf8), content, offset: offset)
    }

    init(_ bytes: [UInt8], _ content: UnreadableFile.Content, offset: Int = 0) {
      self.bytes = bytes
      self.content = content
      self.offset = offset
    }
  }

  private static let magic = [
    Magic("%PDF", .pdf), Magic([0x89, 0x50, 0x4E, 0x47], .picture),
    Magic([0xFF, 0xD8, 0xFF], .picture),
    Magic("GIF8", .picture), Magic("WEBP", .picture, offset: 8), Magic("II*\0", .picture),
    Magic("MM\0*", .picture), Magic([0x42, 0x4D, 0, 0], .picture, offset: 0),
    Magic("ftypheic", .picture, offset: 4),
    Magic("ftypavif", .picture, offset: 4), Magic("ftypmif1", .picture, offset: 4),
    Magic([0x7F, 0x45, 0x4C, 0x46], .program), Magic([0x4D, 0x5A, 0x90], .program),
    Magic("SQLite format 3\0", .database),
    Magic([0, 1, 0, 0, 0x53, 0x74, 0x61, 0x6E, 0x64, 0x61, 0x72, 0x64], .database),
    Magic([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .archive), Magic("Rar!", .archive),
    Magic([0xFD, 0x37, 0x7A, 0x58, 0x5A], .archive), Magic("BZh", .archive),
    Magic([0x28, 0xB5, 0x2F, 0xFD], .archive), Magic("ustar", .archive, offset: 257),
    Magic("ID3", .sound), Magic("OggS", .sound), Magic("fLaC", .sound),
    Magic("ftyp", .sound, offset: 4),
    Magic("{\\rtf", .word), Magic([9, 8, 16, 0, 0, 6, 5, 0], .oldExcel),
    Magic([9, 8, 8, 0, 0, 5], .oldExcel),
    Magic([9, 0, 4, 0], .oldExcel), Magic([9, 2, 6, 0], .oldExcel), Magic([9, 4, 6, 0], .oldExcel),
  ]
}

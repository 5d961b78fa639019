// SPDX-License-Identifier: Apache-2.0
// Reads XML as it comes, by expat, which gets all of it as UTF-8. Nothing is ever fetched that it refers to. What many
// lists have in them although XML forbids it is read as it was meant (`XMLRepairs`), and so are the entities of HTML.

import CExpat
import Foundation

/// What makes something of the elements.
protocol XMLHandler: AnyObject {
  /// - Parameter name: without prefix.
  func begin(_ name: String, in xml: XMLReader)
  func end(_ name: String, in xml: XMLReader)
}

/// Reads one document. One thread at a time uses it.
final class XMLReader {
  private static let deepest = 250
  static let longestText = 64 << 20
  /// Nothing that begins with “<” is longer: the parser looks at it from its beginning each time more of it has come.
  static let longestMark = 4 << 20

  private let parser: XML_Parser
  private let stream: any ByteStream
  /// While it reads.
  private var handler: (any XMLHandler)?
  private var attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  private var isStarted = false
  /// Of a document that is not UTF-8.
  private var decoder: TextDecoder?
  private var repairs = XMLRepairs()
  private var tail: [UInt8] = []
  /// What the parser had before, in bytes.
  private var given = 0
  private var part: [UInt8] = []
  private var isLast = false
  private var isPaused = false
  private(set) var isAtEnd = false
  private(set) var depth = 0
  /// The characters since `text` was last emptied, if `collects`.
  var text: [UInt8] = []
  var collects = false
  /// Set by the handler to stop reading.
  var problem: UnreadableFile? {
    didSet { if problem != nil { XML_StopParser(parser, 0) } }
  }

  /// What a handler does that may fail; reading stops then.
  func trying(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      problem = error as? UnreadableFile ?? .damaged(.markup(line: line))
    }
  }

  init(_ stream: any ByteStream) throws {
    guard let parser = XML_ParserCreate(nil) else { throw UnreadableFile.damaged(.packed) }
    self.parser = parser
    self.stream = stream
    // Not retained: the parser is freed with this object.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name else { return }
        let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
        reader.attributes = attributes
        reader.depth += 1
        if reader.depth > XMLReader.deepest { reader.problem = .tooLarge(.nesting) }
        reader.handler?.begin(XMLReader.local(name), in: reader)
        reader.attributes = nil
      },
      { data, name in
        guard let data, let name else { return }
        let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
        reader.handler?.end(XMLReader.local(name), in: reader)
        reader.depth -= 1
      })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let data, let characters else { return }
      let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
      guard reader.collects else { return }
      characters.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        reader.text.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
      if reader.text.count > XMLReader.longestText {
        reader.problem = .tooLarge(.text(megabytes: XMLReader.longestText >> 20))
      }
    }
    // Whatever it says of itself.
    XML_SetEncoding(parser, "UTF-8")
    // Whatever a document refers to, it gets the entities of HTML instead.
    XML_UseForeignDTD(parser, XML_Bool(1))
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
    XML_SetExternalEntityRefHandler(parser) { parser, context, _, _, _ in
      // An entity that is another file is nothing.
      guard context == nil else { return 1 }
      guard let inner = XML_ExternalEntityParserCreate(parser, context, nil) else { return 0 }
      defer { XML_ParserFree(inner) }
      let text = HTMLEntities.declarations
      return text.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          XML_Parse(inner, $0.baseAddress, Int32($0.count), 1) == XML_STATUS_ERROR ? 0 : 1
        }
      }
    }
  }

  deinit { XML_ParserFree(parser) }

  var line: Int { Int(clamping: cexpat_line(parser)) }
  var fraction: Double? { stream.fraction }

  /// Reads a part of the document; false at its end.
  func readSome(for handler: any XMLHandler) throws -> Bool {
    guard !isAtEnd else { return false }
    self.handler = handler
    defer { self.handler = nil }
    let status = isPaused ? XML_ResumeParser(parser) : try parse()
    isPaused = status == XML_STATUS_SUSPENDED
    isAtEnd = isLast && !isPaused
    if let problem { throw problem }
    guard status == XML_STATUS_ERROR else { return !isAtEnd }
    isAtEnd = true
    switch XML_GetErrorCode(parser) {
    // Something stands behind the end.
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return false
    case XML_ERROR_TAG_MISMATCH:
      lacksOnlyEnds = try hasOnlyEndsLeft()
      throw UnreadableFile.damaged(.markup(line: line))
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH, XML_ERROR_RECURSIVE_ENTITY_REF:
      throw UnreadableFile.tooLarge(.entities)
    default: throw UnreadableFile.damaged(.markup(line: line))
    }
  }

  private func parse() throws -> XML_Status {
    var bytes = try stream.next()
    isLast = bytes.isEmpty
    // What it says of itself may come in pieces.
    while !isStarted, bytes.count < 1 << 10 {
      let more = try stream.next()
      if more.isEmpty { break }
      bytes += more
    }
    given += part.count
    try prepare(&bytes)
    part = bytes
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
        isLast ? 1 : 0)
    }
    let waiting = given + part.count - Int(clamping: cexpat_byte(parser))
    if status == XML_STATUS_OK, waiting > Self.longestMark + bytes.count, problem == nil {
      problem = .tooLarge(.text(megabytes: Self.longestMark >> 20))
    }
    return status
  }

  /// Whether nothing is missing of a document that is damaged but ends of elements, behind all that is in it.
  private(set) var lacksOnlyEnds = false

  private func hasOnlyEndsLeft() throws -> Bool {
    // It stands behind the mark of the end that does not fit.
    let place = Int(clamping: cexpat_byte(parser)) - given - 2
    guard part.indices.contains(place) else { return false }
    var rest = Array(part[place...])
    while rest.count < 4 << 10 {
      let more = try stream.next()
      if more.isEmpty { break }
      rest += more
    }
    guard rest.count < 4 << 10 else { return false }
    let tags = String(decoding: rest, as: UTF8.self).split(separator: ">").map {
      String($0).trimmed
    }
    .filter { !$0.isEmpty }
    return tags.allSatisfy { $0.hasPrefix("</") && !$0.dropFirst(2).contains("<") }
  }

  /// Characters that XML has no room for, and that were left away.
  var dropped: Int { repairs.dropped }

  /// The handler has enough for now: `readSome` returns, and goes on here the next time.
  func pause() {
    if problem == nil { XML_StopParser(parser, 1) }
  }

  /// Reads all of it.
  func read(for handler: any XMLHandler) throws { while try readSome(for: handler) {} }

  /// The value of an attribute of the element that begins, by its name with or without prefix.
  func attribute(_ name: StaticString) -> String? {
    guard var place = attributes else { return nil }
    let length = name.utf8CodeUnitCount
    while let key = place[0], let value = place[1] {
      let whole = strlen(key)
      if whole >= length, memcmp(key + (whole - length), name.utf8Start, length) == 0,
        whole == length || key[whole - length - 1] == 0x3A
      {
        return String(cString: value)
      }
      place += 2
    }
    return nil
  }

  /// All attributes, with their prefixes.
  var allAttributes: [(name: String, value: String)] {
    guard var place = attributes else { return [] }
    var all: [(String, String)] = []
    while let key = place[0], let value = place[1] {
      all.append((String(cString: key), String(cString: value)))
      place += 2
    }
    return all
  }

  /// What was collected, and begins to collect anew.
  func takeText() -> String {
    defer { text.removeAll(keepingCapacity: true) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func local(_ name: UnsafePointer<XML_Char>) -> String {
    guard let colon = strchr(name, 0x3A) else { return String(cString: name) }
    return String(cString: colon + 1)
  }

  /// Removes what stands before the first element, and makes UTF-8 of it without what XML forbids.
  private func prepare(_ bytes: inout [UInt8]) throws {
    if !isStarted, !bytes.isEmpty { try start(&bytes) }
    if let decoder {
      bytes = decoder.decode(bytes, isLast: isLast)
    } else {
      mendUTF8(&bytes)
    }
    repairs.repair(&bytes, isLast: isLast)
  }

  private func mendUTF8(_ bytes: inout [UInt8]) {
    bytes = tail + bytes
    tail = []
    // A character that may be cut here goes on with the next part: counted as it is, it would be a fault in both.
    if !isLast, let begin = bytes.suffix(3).lastIndex(where: { $0 >= 0xC0 }) {
      tail = Array(bytes[begin...])
      bytes.removeSubrange(begin...)
    }
    var check = UTF8Check()
    check.add(bytes)
    check.finish()
    guard check.faults > 0 else { return }
    // Without a single right one, it says UTF-8 and is not.
    if check.characters == 0, let decoder = TextDecoder(TextEncoding("Windows-1252")) {
      bytes = decoder.decode(bytes, isLast: true)
    } else {
      bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
  }

  private func start(_ bytes: inout [UInt8]) throws {
    isStarted = true
    if let (encoding, mark) = XMLEncoding.wide(bytes) {
      decoder = TextDecoder(encoding)
      bytes.removeFirst(mark)
      return
    }
    let head = Array(bytes.prefix(64 << 10))
    let declaration = places(of: Array("<?xml ".utf8), in: head).first
    let begin = declaration ?? head.firstIndex(of: 0x3C) ?? 0
    bytes.removeFirst(begin)
    guard declaration != nil, let encoding = XMLEncoding.stated(in: bytes) else { return }
    guard let known = TextDecoder(encoding) else { throw UnreadableFile.damaged(.markup(line: 1)) }
    decoder = known
  }
}

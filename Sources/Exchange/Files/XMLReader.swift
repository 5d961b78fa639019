// SPDX-License-Identifier: Apache-2.0
// Reads XML as it comes, by expat. Nothing is ever fetched that it refers to. What many lists have in
// them although XML forbids it, control characters and the entities of HTML, is read as it was meant.

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

  private let parser: XML_Parser
  private let stream: any ByteStream
  /// While it reads.
  private var handler: (any XMLHandler)?
  private var attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  private var isWide = false
  private var isStarted = false
  private var isUTF8 = false
  private var tail: [UInt8] = []
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
    XML_SetUnknownEncodingHandler(
      parser,
      { _, name, info in
        guard let name, let info else { return 0 }
        let encoding = TextEncoding(XMLReader.known(String(cString: name)))
        guard let decoder = TextDecoder(encoding), !encoding.takesSeveralBytes else { return 0 }
        withUnsafeMutableBytes(of: &info.pointee.map) { bytes in
          let map = bytes.bindMemory(to: Int32.self)
          for byte in 0..<256 {
            let text = decoder.decode([UInt8(byte)], isLast: true)
            let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first
            map[byte] = byte < 0x80 ? Int32(byte) : scalar.map { Int32($0.value) } ?? 0xFFFD
          }
        }
        info.pointee.convert = nil
        info.pointee.release = nil
        return 1
      }, nil)
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
    prepare(&bytes)
    return bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
        isLast ? 1 : 0)
    }
  }

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

  private static func known(_ name: String) -> String {
    let upper = name.uppercased()
    return upper.hasPrefix("WINDOWS-") ? "CP" + upper.dropFirst(8) : upper
  }

  /// Removes what stands before the first element, control characters, and bytes that are no UTF-8.
  private func prepare(_ bytes: inout [UInt8]) {
    if !isStarted, !bytes.isEmpty { start(&bytes) }
    guard !isWide else { return }
    bytes.withUnsafeMutableBufferPointer { buffer in
      for index in buffer.indices {
        let byte = buffer[index]
        if byte < 0x20, byte != 0x0A, byte != 0x09, byte != 0x0D { buffer[index] = 0x20 }
      }
    }
    guard isUTF8 else { return }
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

  private func start(_ bytes: inout [UInt8]) {
    isStarted = true
    isWide =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.prefix(4).contains(0)
    guard !isWide else { return }
    let head = Array(bytes.prefix(64 << 10))
    let declaration = places(of: Array("<?xml ".utf8), in: head).first
    let begin = declaration ?? head.firstIndex(of: 0x3C) ?? 0
    bytes.removeFirst(begin)
    let stated = String(decoding: bytes.prefix(200).prefix { $0 != 0x3E }, as: UTF8.self)
      .lowercased()
    isUTF8 = declaration == nil || !stated.contains("encoding") || stated.contains("utf-8")
  }
}

extension TextEncoding {
  fileprivate var takesSeveralBytes: Bool {
    ["GB", "BIG5", "SHIFT", "EUC", "UTF", "CP932", "CP949", "CP950"].contains {
      name.uppercased().hasPrefix($0)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The word splitter of the full-text index, for what people type: SQLite's unicode61 finds the words
// and removes case and accents; this adds
// - letters as they are commonly typed: "Straße" is found by "strasse", "Łódź" by "lodz";
// - every part of scripts that have no spaces between words: each character is a word;
// - words that marks split, joined: "T-Shirt" is also "tshirt", and "XX-AB-12" is "xxab12" and "ab12";
// - long numbers without their leading zeros;
// - marks, which have no place of their own, so that they never come between the words of a phrase.
//
// Every connection has it. The index stores what it says: a change here needs a migration that makes
// the index anew. Other programs can read the catalogue's tables, but not its index.

import CSQLite

final class SearchTokenizer {
  /// In `CREATE VIRTUAL TABLE`.
  static let name = "vitrine"

  fileprivate let words: fts5_tokenizer
  fileprivate let handle: OpaquePointer

  static func install(on interface: UnsafeMutablePointer<fts5_api>) -> Bool {
    var module = fts5_tokenizer(
      xCreate: { interface, _, _, created in
        guard let interface, let tokenizer = SearchTokenizer(interface) else { return SQLITE_ERROR }
        created?.pointee = OpaquePointer(Unmanaged.passRetained(tokenizer).toOpaque())
        return SQLITE_OK
      },
      xDelete: { tokenizer in
        guard let tokenizer else { return }
        Unmanaged<SearchTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer)).release()
      },
      xTokenize: { tokenizer, receiver, flags, text, count, receive in
        guard let tokenizer, let text, let receive, count > 0 else { return SQLITE_OK }
        let words = Unmanaged<SearchTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer))
        var reading = Reading(
          UnsafeRawBufferPointer(start: text, count: Int(count)),
          isQuery: flags & FTS5_TOKENIZE_QUERY != 0, receiver: receiver, receive: receive)
        return reading.read(by: words.takeUnretainedValue(), flags: flags)
      })
    let code = interface.pointee.xCreateTokenizer?(
      interface, name, UnsafeMutableRawPointer(interface), &module, nil)
    return code == SQLITE_OK
  }

  private init?(_ context: UnsafeMutableRawPointer) {
    let interface = context.assumingMemoryBound(to: fts5_api.self)
    var userData: UnsafeMutableRawPointer?
    var module = fts5_tokenizer()
    guard
      interface.pointee.xFindTokenizer?(interface, "unicode61", &userData, &module) == SQLITE_OK
    else { return nil }
    var created: OpaquePointer?
    let code = "remove_diacritics".withCString { name in
      "2".withCString { value in
        var options: [UnsafePointer<CChar>?] = [name, value]
        return module.xCreate?(userData, &options, 2, &created)
      }
    }
    guard code == SQLITE_OK, let created else { return nil }
    words = module
    handle = created
  }

  deinit {
    words.xDelete?(handle)
  }
}

/// One text, read from its beginning to its end. What stands between two spaces is held back until
/// it is whole if it has several words; most have one.
private struct Reading {
  typealias Receive =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  private let text: UnsafeRawBufferPointer
  /// In a query only the words are wanted, or the marks if it has no words.
  private let isQuery: Bool
  private let receiver: UnsafeMutableRawPointer?
  private let receive: Receive
  private var status = SQLITE_OK
  /// Where the piece begins that unicode61 reads.
  private var start = 0
  /// Up to where the text was read.
  private var end = 0
  private var hasSent = false

  private struct Part {
    let letters: Range<Int>
    let source: Range<Int>
  }
  /// The words since the last space, one after the other in `letters`.
  private var parts: [Part] = []
  private var letters: [UInt8] = []
  private var marks: [Range<Int>] = []
  /// Each mark is sent once.
  private var known: (UInt64, UInt64) = (0, 0)
  private var knownOthers: Set<Unicode.Scalar> = []

  /// For longer ones, such as the address of a page, only the words are sent.
  private static let mostParts = 12
  private static let mostLetters = 64
  /// Numbers with fewer digits are no GTINs.
  private static let fewestDigits = 8

  init(
    _ text: UnsafeRawBufferPointer, isQuery: Bool, receiver: UnsafeMutableRawPointer?,
    receive: @escaping Receive
  ) {
    self.text = text
    self.isQuery = isQuery
    self.receiver = receiver
    self.receive = receive
  }

  mutating func read(by tokenizer: SearchTokenizer, flags: Int32) -> Int32 {
    var piece = 0
    if text.contains(where: { $0 >= 0xE0 }) {
      var place = 0
      while place < text.count, status == SQLITE_OK {
        let (scalar, length) = scalar(at: place)
        if length >= 3, scalar.isWordByItself {
          readWords(piece..<place, by: tokenizer, flags: flags)
          sendParts()
          send(
            UnsafeRawBufferPointer(rebasing: text[place..<(place + length)]), place..<place + length
          )
          piece = place + length
          end = piece
        }
        place += length
      }
    }
    readWords(piece..<text.count, by: tokenizer, flags: flags)
    sendParts()
    if isQuery, !hasSent { sendMarks() }
    return status
  }

  private mutating func readWords(_ piece: Range<Int>, by tokenizer: SearchTokenizer, flags: Int32)
  {
    guard !piece.isEmpty, status == SQLITE_OK else { return }
    start = piece.lowerBound
    let bytes = text.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
    let code = withUnsafeMutablePointer(to: &self) { reading in
      tokenizer.words.xTokenize?(
        tokenizer.handle, reading, flags, bytes, Int32(piece.count)
      ) { reading, _, letters, count, start, end in
        guard let reading, let letters else { return SQLITE_OK }
        let word = UnsafeRawBufferPointer(start: letters, count: Int(count))
        return reading.assumingMemoryBound(to: Reading.self).pointee
          .take(word, from: Int(start), to: Int(end))
      }
    }
    if status == SQLITE_OK { status = code ?? SQLITE_ERROR }
    pass(to: piece.upperBound)
  }

  /// A word of unicode61.
  private mutating func take(
    _ word: UnsafeRawBufferPointer, from first: Int, to last: Int
  ) -> Int32 {
    let source = (start + first)..<(start + last)
    pass(to: source.lowerBound)
    end = source.upperBound
    let isPlain = word.allSatisfy { $0 < 0x80 }
    if isPlain, parts.isEmpty, isQuery || !goesOn(at: end) {
      sendWord(word, source)
      return status
    }
    let begin = letters.count
    if isPlain { letters += word } else { appendSpelling(of: word) }
    parts.append(Part(letters: begin..<letters.count, source: source))
    if isQuery { sendParts() }
    return status
  }

  private mutating func appendSpelling(of word: UnsafeRawBufferPointer) {
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if let plain = scalar.plainSpelling {
        plain.withUTF8Buffer { letters += $0 }
      } else {
        letters += Array(String(scalar.usualWidth).utf8)
      }
    }
  }

  /// Whether another word may follow before the next space.
  private func goesOn(at place: Int) -> Bool {
    for byte in text[place...] {
      switch byte {
      case ...0x20: return false
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: return true
      default: break
      }
    }
    return false
  }

  /// Reads what is between two words.
  private mutating func pass(to place: Int) {
    while end < place {
      let byte = text[end]
      if byte <= 0x20 {
        sendParts()
        end += 1
      } else if byte < 0x80 {
        note(Unicode.Scalar(byte), length: 1)
      } else {
        let (scalar, length) = scalar(at: end)
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
          sendParts()
          end += length
        default:
          if scalar.isPassedOver { end += length } else { note(scalar, length: length) }
        }
      }
    }
  }

  private mutating func note(_ mark: Unicode.Scalar, length: Int) {
    defer { end += length }
    switch mark.value {
    case ..<64:
      guard known.0 & 1 << UInt64(mark.value) == 0 else { return }
      known.0 |= 1 << UInt64(mark.value)
    case ..<128:
      guard known.1 & 1 << UInt64(mark.value - 64) == 0 else { return }
      known.1 |= 1 << UInt64(mark.value - 64)
    default:
      guard knownOthers.insert(mark).inserted else { return }
    }
    marks.append(end..<end + length)
  }

  // MARK: Sending

  /// What stands between two spaces.
  private mutating func sendParts() {
    if !parts.isEmpty {
      let (letters, parts) = (letters, parts)
      letters.withUnsafeBytes { letters in
        func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
          UnsafeRawBufferPointer(rebasing: letters[range])
        }
        let isJoined =
          !isQuery && (2...Self.mostParts).contains(parts.count)
          && letters.count <= Self.mostLetters
        for (index, part) in parts.enumerated() {
          sendWord(bytes(part.letters), part.source)
          guard isJoined else { continue }
          // From this word to the end. With the last word, all of it is sent, so that it is marked
          // as a whole.
          let isLast = index == parts.count - 1
          send(
            bytes((isLast ? 0 : part.letters.lowerBound)..<letters.count), part.source,
            atSamePlace: true)
        }
      }
      self.parts.removeAll(keepingCapacity: true)
      self.letters.removeAll(keepingCapacity: true)
    }
    if !isQuery, !marks.isEmpty { sendMarks() }
  }

  private mutating func sendMarks() {
    for mark in marks {
      send(UnsafeRawBufferPointer(rebasing: text[mark]), mark, atSamePlace: true)
    }
    marks.removeAll(keepingCapacity: true)
  }

  private mutating func sendWord(_ word: UnsafeRawBufferPointer, _ source: Range<Int>) {
    send(word, source)
    guard word.first == 0x30, word.count >= Self.fewestDigits,
      word.allSatisfy({ (0x30...0x39).contains($0) }),
      let first = word.firstIndex(where: { $0 != 0x30 })
    else { return }
    send(UnsafeRawBufferPointer(rebasing: word[first...]), source, atSamePlace: true)
  }

  private mutating func send(
    _ word: UnsafeRawBufferPointer, _ source: Range<Int>, atSamePlace: Bool = false
  ) {
    guard status == SQLITE_OK else { return }
    // The first of a text always has a place.
    let flags = atSamePlace && hasSent ? FTS5_TOKEN_COLOCATED : 0
    hasSent = true
    status = receive(
      receiver, flags, word.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(word.count),
      Int32(source.lowerBound), Int32(source.upperBound))
  }

  /// The character that begins at a byte, and its length; what is no UTF-8 is passed over bytewise.
  private func scalar(at place: Int) -> (Unicode.Scalar, length: Int) {
    let lead = text[place]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0x80 else { return (Unicode.Scalar(lead), 1) }
    guard lead >= 0xC2, place + length <= text.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for byte in text[(place + 1)..<(place + length)] {
      guard byte & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}

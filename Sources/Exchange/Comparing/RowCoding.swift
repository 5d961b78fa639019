// SPDX-License-Identifier: Apache-2.0
// A planned row as bytes, which only this program's memory ever has. What few rows have, such as pictures, notes or a
// place among variants, is not written: such a row is kept as it is.

import Catalog
import Foundation

struct RowCoding: Sendable {
  /// The fields that rows have values in, in the order in which they were met.
  private var fields: [AnyField] = []
  private var places: [AnyField: Int] = [:]
  /// The field that was looked for last is mostly followed by the same one.
  private var next = 0

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let id = Flags(rawValue: 1)
    static let place = Flags(rawValue: 2)
    static let oldPlace = Flags(rawValue: 4)
    static let ownChanges = Flags(rawValue: 8)
    static let doubtful = Flags(rawValue: 16)
    static let repeated = Flags(rawValue: 32)
    static let unknown = Flags(rawValue: 64)
  }

  // MARK: Writing

  /// Nil for a row that has more to say. What is wrong with it is not in the bytes, unless it only repeats another row.
  mutating func bytes(of row: PlannedRow) -> [UInt8]? {
    let read = row.read
    guard read.isUsual, row.conflicts.isEmpty else { return nil }
    var flags: Flags = []
    if read.id != nil { flags.insert(.id) }
    if row.place != nil { flags.insert(.place) }
    if row.oldPlace != nil { flags.insert(.oldPlace) }
    if row.ownChanges != nil { flags.insert(.ownChanges) }
    if row.isDoubtful { flags.insert(.doubtful) }
    if row.isUnknown { flags.insert(.unknown) }
    var earlier: Int?
    if read.isRepeated, case .earlierRow(let number)? = read.refusals.first {
      flags.insert(.repeated)
      earlier = number
    }
    var bytes = Bytes()
    bytes.array.reserveCapacity(256)
    bytes.array.append(flags.rawValue)
    bytes.append(read.number)
    bytes.append(read.part)
    if let earlier { bytes.append(earlier) }
    if let id = read.id { withUnsafeBytes(of: id.uuid) { bytes.array.append(contentsOf: $0) } }
    for place in [row.place, row.oldPlace] { if let place { bytes.append(place) } }
    bytes.append(read.values.count)
    for (field, value) in read.values {
      bytes.append(number(of: field))
      guard bytes.append(value) else { return nil }
    }
    bytes.append(read.blanks.count)
    for field in read.blanks { bytes.append(number(of: field)) }
    if let changes = row.ownChanges {
      bytes.append(changes.count)
      for (field, value) in changes {
        bytes.append(number(of: field))
        guard bytes.append(value) else { return nil }
      }
    }
    return bytes.array
  }

  private mutating func number(of field: AnyField) -> Int {
    if fields.indices.contains(next), fields[next] == field {
      next += 1
      return next - 1
    }
    let place = places[field] ?? fields.count
    if place == fields.count {
      fields.append(field)
      places[field] = place
    }
    next = place + 1
    return place
  }

  // MARK: Reading

  func row(_ bytes: [UInt8], _ outcome: PlannedRow.Outcome) -> PlannedRow {
    var bytes = Bytes(array: bytes)
    let flags = Flags(rawValue: bytes.byte())
    var read = ReadRow(bytes.number())
    read.part = bytes.number()
    if flags.contains(.repeated) { read.refuse(.earlierRow(bytes.number())) }
    if flags.contains(.id) { read.id = bytes.uuid() }
    let place = flags.contains(.place) ? bytes.text() : nil
    let oldPlace = flags.contains(.oldPlace) ? bytes.text() : nil
    for _ in 0..<bytes.number() {
      let field = fields[bytes.number()]
      read.values[field] = bytes.value()
    }
    for _ in 0..<bytes.number() { read.blanks.insert(fields[bytes.number()]) }
    var changes: [AnyField: FieldValue?]?
    if flags.contains(.ownChanges) {
      var own: [AnyField: FieldValue?] = [:]
      for _ in 0..<bytes.number() { own[fields[bytes.number()]] = .some(bytes.value()) }
      changes = own
    }
    var row = PlannedRow(read: read, outcome: outcome, changes: changes)
    (row.place, row.oldPlace) = (place, oldPlace)
    row.isDoubtful = flags.contains(.doubtful)
    row.isUnknown = flags.contains(.unknown)
    return row
  }

  // MARK: Values

  private enum Kind: UInt8 {
    case nothing, text, integer, number, money, day, yes, no, tags, category
  }

  /// Written at the end, read from the beginning.
  private struct Bytes {
    var array: [UInt8] = []
    private var place = 0

    init(array: [UInt8] = []) { self.array = array }

    /// Small numbers take few bytes.
    mutating func append(_ number: Int) {
      var rest = UInt64(bitPattern: Int64(number))
      while rest >= 0x80 {
        array.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      array.append(UInt8(rest))
    }

    mutating func append(_ text: String) {
      append(text.utf8.count)
      array.append(contentsOf: text.utf8)
    }

    /// False if it could not be read again.
    mutating func append(_ value: FieldValue?) -> Bool {
      func kind(_ kind: Kind) { array.append(kind.rawValue) }
      switch value {
      case nil: kind(.nothing)
      case .text(let text)?:
        kind(.text)
        append(text)
      case .integer(let number)?:
        kind(.integer)
        append(number)
      case .number(let number)?:
        kind(.number)
        append(Int(number.millionths))
      case .money(let price)?:
        guard price.minorUnits >= 0, (try? Currency(price.currency.code)) != nil else {
          return false
        }
        kind(.money)
        append(Int(price.minorUnits))
        append(price.currency.code)
      case .day(let day)?:
        kind(.day)
        append(day.number)
      case .yesNo(let isYes)?: kind(isYes ? .yes : .no)
      case .tags(let tags)?:
        guard tags.allSatisfy({ (try? Tag($0.text)) == $0 }) else { return false }
        kind(.tags)
        append(tags.count)
        for tag in tags { append(tag.text) }
      case .category(let category)?:
        guard (try? CategoryPath(category.text)) == category else { return false }
        kind(.category)
        append(category.text)
      }
      return true
    }

    mutating func byte() -> UInt8 {
      defer { place += 1 }
      return array.indices.contains(place) ? array[place] : 0
    }

    mutating func number() -> Int {
      var (number, shift) = (UInt64(0), UInt64(0))
      while true {
        let byte = byte()
        number |= UInt64(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { return Int(Int64(bitPattern: number)) }
      }
    }

    mutating func text() -> String {
      let count = number()
      defer { place += count }
      return String(decoding: array[place..<place + count], as: UTF8.self)
    }

    mutating func uuid() -> UUID {
      var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: array[place..<place + 16]) }
      place += 16
      return UUID(uuid: uuid)
    }

    mutating func value() -> FieldValue? {
      switch Kind(rawValue: byte()) {
      case .text?: return .text(text())
      case .integer?: return .integer(number())
      case .number?: return .number(DecimalNumber(millionths: Int64(number())))
      case .money?:
        let (units, code) = (number(), text())
        return (try? Price(minorUnits: Int64(units), currency: Currency(code))).map { .money($0) }
      case .day?: return CalendarDay(number: number()).map { .day($0) }
      case .yes?: return .yesNo(true)
      case .no?: return .yesNo(false)
      case .tags?:
        let tags = (0..<number()).compactMap { _ in try? Tag(text()) }
        return .tags(Tags(adding: tags))
      case .category?: return (try? CategoryPath(text())).map { .category($0) }
      case .nothing?, nil: return nil
      }
    }
  }
}

extension ReadRow {
  /// Whether all that is wrong with it is that it repeats another row.
  var isRepeated: Bool {
    guard case .earlierRow? = refusals.first else { return false }
    return refusals.count == 1 && remarks.isEmpty
  }

  /// Whether it has only values.
  fileprivate var isUsual: Bool {
    !isCorrected && addedTags.isEmpty && pictures.isEmpty && notes.isEmpty && open.isEmpty
      && language == nil && structure.head == nil && structure.taken == nil
      && structure.options.isEmpty && family.isAlone
  }
}

extension RowFamily {
  /// Whether it has nothing to do with other rows.
  fileprivate var isAlone: Bool {
    key == nil && head == nil && options.isEmpty && optionNames.isEmpty && optionColumns.isEmpty
      && !hasTitleOfHead
  }
}

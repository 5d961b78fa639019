// SPDX-License-Identifier: Apache-2.0
// A product as the variant of another one, its head. What it takes from the head is in its own row, too:
// so it is found, sorted, listed and exported like any product, and it has all of that when it leaves.
// Which of its fields these are is kept here; `VariantUpkeep` lets them follow the head.

import Foundation

/// Of which product another one is a variant, and what it takes from that.
public struct VariantPlace: Sendable, Hashable {
  public let head: UUID
  /// The fields whose values are those of the head.
  public var taken: Set<FieldID>

  public init(head: UUID, taken: Set<FieldID> = []) {
    (self.head, self.taken) = (head, taken)
  }

  /// Parses what `text` produces.
  init(_ text: String) throws {
    let words = text.split(separator: " ")
    guard let first = words.first, let head = UUID(hex: first) else {
      throw InvalidValue(.variant, .wrongKind)
    }
    self.init(head: head, taken: Set(words.dropFirst().map { FieldID(String($0)) }))
  }

  var text: String { head.hex + (takenText.isEmpty ? "" : " " + takenText) }

  var takenText: String { taken.map(\.text).sorted().joined(separator: " ") }
}

/// The custom fields in which the variants of a head differ, in their order.
public struct VariantOptions: Sendable, Hashable {
  public var fields: [UUID]

  public init(_ fields: [UUID] = []) {
    self.fields = fields
  }

  /// Takes those of other heads, too, as many as there may be.
  mutating func join(_ others: [VariantOptions]) {
    for field in others.flatMap(\.fields)
    where !fields.contains(field) && fields.count < Self.most {
      fields.append(field)
    }
  }

  init(text: String) throws {
    fields = try text.split(separator: " ").map { word in
      guard let id = UUID(uuidString: String(word)) else {
        throw InvalidValue(.variantOptions, .wrongKind)
      }
      return id
    }
    guard Set(fields).count == fields.count else {
      throw InvalidValue(.variantOptions, .repeatedOption)
    }
    guard fields.count <= Self.most else {
      throw InvalidValue(.variantOptions, .tooManyOptions(limit: Self.most))
    }
  }

  init(stored text: String) {
    fields = text.split(separator: " ").compactMap { UUID(uuidString: String($0)) }
  }

  var text: String { fields.map(\.uuidString).joined(separator: " ") }

  /// How many options a head may have.
  static let most = 8
}

extension UUID {
  /// As SQLite's function `hex` writes it.
  var hex: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 32) { text in
        for (place, byte) in bytes.enumerated() {
          text[2 * place] = Self.digit(byte >> 4)
          text[2 * place + 1] = Self.digit(byte & 15)
        }
        return 32
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  init?(hex: Substring) {
    guard hex.utf8.count == 32, hex.utf8.allSatisfy({ $0 != UInt8(ascii: "-") }) else { return nil }
    var parts: [Substring] = []
    var rest = hex
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    self.init(uuidString: parts.joined(separator: "-"))
  }
}

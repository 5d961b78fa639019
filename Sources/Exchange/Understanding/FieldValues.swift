// SPDX-License-Identifier: Apache-2.0
// The values of a row, by their fields. Most rows have few of them: it takes less to look through them than to make a
// dictionary for each of a million rows. A row of a thousand columns gets one.

import Catalog

public struct FieldValues: Sendable {
  public typealias Element = (key: AnyField, value: FieldValue)

  private var elements: [Element] = []
  /// Where the values of fields are, once there are many.
  private var places: [AnyField: Int] = [:]
  private static let few = 32
  /// A bit for each field that may have a value: what is set is mostly new.
  private var marks: UInt64 = 0

  public init() {}

  init(capacity: Int) { elements.reserveCapacity(capacity) }

  public subscript(field: AnyField) -> FieldValue? {
    get { place(of: field).map { elements[$0].value } }
    set {
      switch (place(of: field), newValue) {
      case (let place?, let value?): elements[place].value = value
      case (let place?, nil):
        elements.remove(at: place)
        places = [:]
        noteMany()
      case (nil, let value?):
        elements.append((field, value))
        marks |= Self.mark(of: field)
        if places.isEmpty { noteMany() } else { places[field] = elements.count - 1 }
      case (nil, nil): break
      }
    }
  }

  private mutating func noteMany() {
    guard elements.count > Self.few else { return }
    for (place, element) in elements.enumerated() { places[element.key] = place }
  }

  private static func mark(of field: AnyField) -> UInt64 {
    switch field {
    case .builtIn(let field):
      let place = UInt(bitPattern: ObjectIdentifier(field))
      return 1 << UInt64((place >> 4 ^ place >> 10) & 63)
    case .custom(let field): return 1 << UInt64(field.id.uuid.0 & 63)
    }
  }

  private func place(of field: AnyField) -> Int? {
    guard marks & Self.mark(of: field) != 0 else { return nil }
    guard places.isEmpty else { return places[field] }
    return switch field {
    case .builtIn(let wanted):
      elements.firstIndex { if case .builtIn(let own) = $0.key { own === wanted } else { false } }
    case .custom: elements.firstIndex { $0.key == field }
    }
  }

  public var keys: [AnyField] { elements.map(\.key) }

  /// The same as values that take the place of others.
  var asChanges: [AnyField: FieldValue?] {
    Dictionary(elements.map { ($0.key, .some($0.value)) }) { first, _ in first }
  }

  /// Takes those of fields that have none.
  mutating func complete(by other: FieldValues) {
    for element in other.elements where self[element.key] == nil {
      self[element.key] = element.value
    }
  }
}

extension FieldValues: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }
  public subscript(position: Int) -> Element { elements[position] }
}

extension FieldValues: Hashable {
  /// Whatever their order.
  public static func == (a: FieldValues, b: FieldValues) -> Bool {
    a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (field, value) in elements {
      var own = Hasher()
      own.combine(field)
      own.combine(value)
      sum = sum &+ own.finalize()
    }
    hasher.combine(sum)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Encodes a value as a `StateValue` without writing JSON and parsing it again: a key press in a long
// text costs the same as in a short one, because texts are shared and not copied. The result is what
// `JSONEncoder` would write.

import Foundation

/// Encodes values, up to a number of parts.
struct StateEncoding {
  /// It has more parts than may be encoded now.
  struct TooManyParts: Error {}

  private final class Budget {
    var left: Int

    init(_ left: Int) { self.left = left }

    func spend(_ parts: Int = 1) throws {
      left -= parts
      if left < 0 { throw TooManyParts() }
    }
  }

  /// Encodes a value with at most `mostParts` texts, numbers, lists and objects.
  static func value(of value: some Encodable, mostParts: Int = .max) throws -> StateValue {
    let node = try node(of: value, [], within: Budget(mostParts))
    guard !node.isEmpty else {
      throw StateRefusal.notEncodable("\(type(of: value)) did not encode any values")
    }
    return node.value
  }

  private static func node<T: Encodable>(
    of value: T, _ path: [any CodingKey], within budget: Budget
  ) throws -> Node {
    try budget.spend()
    // Types that JSON's encoder treats in its own way.
    switch value {
    case let value as StateValue: return Node(value)
    case let value as Data:
      try budget.spend(value.count / 64)
      return Node(.string(value.base64EncodedString()))
    case let value as URL: return Node(.string(value.absoluteString))
    case let value as Decimal:
      guard let number = try? StateValue(json: Data("\(value)".utf8)) else {
        throw StateRefusal.notANumber
      }
      return Node(number)
    default:
      guard path.count <= 4 * StateLimits.valueDepth else {
        throw StateRefusal.tooDeep(limit: StateLimits.valueDepth)
      }
      let node = Node()
      try value.encode(to: ValueEncoder(node, path, within: budget))
      return node
    }
  }

  fileprivate static func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible)
    throws -> StateValue
  {
    guard value.isFinite else { throw StateRefusal.notANumber }
    let text = "\(value)"
    if text.hasSuffix(".0"), text != "-0.0", let whole = Int64(text.dropLast(2)) {
      return .int(whole)
    }
    guard let number = Double(text) else { throw StateRefusal.notANumber }
    return .double(number)
  }

  fileprivate static func number(_ value: some FixedWidthInteger) -> StateValue {
    Int64(exactly: value).map { .int($0) } ?? .number("\(value)")
  }

  /// A value while it is being encoded: containers are filled after they were handed out.
  private final class Node {
    private enum Content {
      case nothing
      case value(StateValue)
      case list([Node])
      case object([String: Node])
    }

    private var content: Content

    init() { content = .nothing }
    init(_ value: StateValue) { content = .value(value) }

    var isEmpty: Bool { if case .nothing = content { true } else { false } }
    var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }

    var value: StateValue {
      switch content {
      case .nothing: .object([:])
      case .value(let value): value
      case .list(let nodes): .array(nodes.map(\.value))
      case .object(let nodes): .object(nodes.mapValues(\.value))
      }
    }

    func becomeList() { if case .list = content {} else { content = .list([]) } }
    func becomeObject() { if case .object = content {} else { content = .object([:]) } }
    func become(_ node: Node) { content = node.content }

    func append(_ node: Node) {
      guard case .list(var nodes) = content else { return }
      content = .nothing
      nodes.append(node)
      content = .list(nodes)
    }

    func put(_ node: Node, _ key: String) {
      guard case .object(var nodes) = content else { return }
      content = .nothing
      nodes[key] = node
      content = .object(nodes)
    }
  }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private struct Super: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}
    init?(intValue: Int) { nil }
    init?(stringValue: String) { nil }
  }

  private struct ValueEncoder: Encoder {
    let node: Node
    let codingPath: [any CodingKey]
    let budget: Budget
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ node: Node, _ path: [any CodingKey], within budget: Budget) {
      self.node = node
      codingPath = path
      self.budget = budget
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      node.becomeObject()
      return KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      node.becomeList()
      return List(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    func child(_ key: any CodingKey, _ node: Node = Node()) -> ValueEncoder {
      ValueEncoder(node, codingPath + [key], within: budget)
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func put(_ value: StateValue, _ key: any CodingKey) throws {
      try encoder.budget.spend()
      encoder.node.put(Node(value), key.stringValue)
    }

    private func newChild(_ key: any CodingKey) -> ValueEncoder {
      let child = encoder.child(key)
      encoder.node.put(child.node, key.stringValue)
      return child
    }

    func encodeNil(forKey key: Key) throws { try put(.null, key) }
    func encode(_ value: Bool, forKey key: Key) throws { try put(.bool(value), key) }
    func encode(_ value: String, forKey key: Key) throws { try put(.string(value), key) }
    func encode(_ value: Double, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Float, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Int, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Int8, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Int16, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Int32, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: Int64, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: UInt, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(number(value), key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try put(number(value), key) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      let node = try StateEncoding.node(of: value, codingPath + [key], within: encoder.budget)
      encoder.node.put(node, key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { newChild(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      newChild(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { newChild(Super()) }
    func superEncoder(forKey key: Key) -> any Encoder { newChild(key) }
  }

  private struct List: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    private func append(_ value: StateValue) throws {
      try encoder.budget.spend()
      encoder.node.append(Node(value))
    }

    private func newChild() -> ValueEncoder {
      let child = encoder.child(Index(count))
      encoder.node.append(child.node)
      return child
    }

    func encodeNil() throws { try append(.null) }
    func encode(_ value: Bool) throws { try append(.bool(value)) }
    func encode(_ value: String) throws { try append(.string(value)) }
    func encode(_ value: Double) throws { try append(number(value)) }
    func encode(_ value: Float) throws { try append(number(value)) }
    func encode(_ value: Int) throws { try append(number(value)) }
    func encode(_ value: Int8) throws { try append(number(value)) }
    func encode(_ value: Int16) throws { try append(number(value)) }
    func encode(_ value: Int32) throws { try append(number(value)) }
    func encode(_ value: Int64) throws { try append(number(value)) }
    func encode(_ value: UInt) throws { try append(number(value)) }
    func encode(_ value: UInt8) throws { try append(number(value)) }
    func encode(_ value: UInt16) throws { try append(number(value)) }
    func encode(_ value: UInt32) throws { try append(number(value)) }
    func encode(_ value: UInt64) throws { try append(number(value)) }
    func encode<T: Encodable>(_ value: T) throws {
      encoder.node.append(
        try StateEncoding.node(of: value, codingPath + [Index(count)], within: encoder.budget))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { newChild().container(keyedBy: type) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { newChild().unkeyedContainer() }
    func superEncoder() -> any Encoder { newChild() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func be(_ value: StateValue) { encoder.node.become(Node(value)) }

    func encodeNil() throws { be(.null) }
    func encode(_ value: Bool) throws { be(.bool(value)) }
    func encode(_ value: String) throws { be(.string(value)) }
    func encode(_ value: Double) throws { be(try number(value)) }
    func encode(_ value: Float) throws { be(try number(value)) }
    func encode(_ value: Int) throws { be(number(value)) }
    func encode(_ value: Int8) throws { be(number(value)) }
    func encode(_ value: Int16) throws { be(number(value)) }
    func encode(_ value: Int32) throws { be(number(value)) }
    func encode(_ value: Int64) throws { be(number(value)) }
    func encode(_ value: UInt) throws { be(number(value)) }
    func encode(_ value: UInt8) throws { be(number(value)) }
    func encode(_ value: UInt16) throws { be(number(value)) }
    func encode(_ value: UInt32) throws { be(number(value)) }
    func encode(_ value: UInt64) throws { be(number(value)) }
    func encode<T: Encodable>(_ value: T) throws {
      encoder.node.become(try StateEncoding.node(of: value, codingPath, within: encoder.budget))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Calls over the accessibility bus. They go straight through libdbus, because libatspi needs one
// round trip for each child of a node, and most of what a UI test does is walking through trees.

import CAtspi
import Foundation

/// A call to the accessibility bus that failed.
struct AccessibilityFailure: Error, CustomStringConvertible {
  let description: String
}

/// An argument of a call.
enum BusArgument {
  case integer(Int)
  case unsigned(UInt32)
  case text(String)
}

/// An object on the bus. Its path is never reused for another one.
struct BusObject: Hashable, Sendable {
  let bus: String
  let path: String

  var isNull: Bool { path == "/org/a11y/atspi/null" }

  /// Calls a method and reads its result.
  func call<Value>(
    _ interface: String, _ method: String, arguments: [BusArgument] = [],
    read: (inout BusReader) throws -> Value
  ) throws -> Value {
    try PendingCall(self, interface, method: method, arguments: arguments).result(read)
  }

  /// Reads a property.
  func property<Value>(
    _ interface: String, _ name: String, read: (inout BusReader) throws -> Value
  ) throws -> Value {
    try call(
      "org.freedesktop.DBus.Properties", "Get", arguments: [.text(interface), .text(name)]
    ) { reader in
      try reader.inside(read)
    }
  }
}

/// A call that was sent and whose answer has not been read. Several can be on their way at once.
final class PendingCall {
  private var pending: OpaquePointer?
  private let what: String

  init(_ object: BusObject, _ interface: String, method: String, arguments: [BusArgument] = [])
    throws
  {
    what = method
    guard let connection = atspi_get_a11y_bus(),
      let message = dbus_message_new_method_call(object.bus, object.path, interface, method)
    else { throw AccessibilityFailure(description: "\(method): no accessibility bus") }
    defer { dbus_message_unref(message) }
    var end = DBusMessageIter()
    dbus_message_iter_init_append(message, &end)
    for argument in arguments {
      switch argument {
      case .integer(let number):
        var number = Int32(clamping: number)
        dbus_message_iter_append_basic(&end, BusReader.integer, &number)
      case .unsigned(var number):
        dbus_message_iter_append_basic(&end, BusReader.unsigned, &number)
      case .text(let text):
        _ = text.withCString { characters in
          withUnsafePointer(to: characters) {
            dbus_message_iter_append_basic(&end, BusReader.string, $0)
          }
        }
      }
    }
    // GTK answers within 10 ms; a program that is busy computing answers late.
    guard dbus_connection_send_with_reply(connection, message, &pending, 3_000) != 0,
      pending != nil
    else { throw AccessibilityFailure(description: "\(method): the accessibility bus is closed") }
  }

  deinit {
    if let pending { dbus_pending_call_unref(pending) }
  }

  /// Waits for the answer.
  func result<Value>(_ read: (inout BusReader) throws -> Value) throws -> Value {
    dbus_pending_call_block(pending)
    guard let reply = dbus_pending_call_steal_reply(pending) else {
      throw AccessibilityFailure(description: "\(what): no answer")
    }
    defer { dbus_message_unref(reply) }
    if let error = dbus_message_get_error_name(reply) {
      throw AccessibilityFailure(description: "\(what): \(String(cString: error))")
    }
    var reader = BusReader(reply)
    return try read(&reader)
  }
}

/// Reads the values of an answer from left to right.
struct BusReader {
  private var position = DBusMessageIter()

  // The values of libdbus's macros, which Swift cannot import.
  static let integer = Int32(UInt8(ascii: "i"))
  static let unsigned = Int32(UInt8(ascii: "u"))
  static let boolean = Int32(UInt8(ascii: "b"))
  static let string = Int32(UInt8(ascii: "s"))
  private static let path = Int32(UInt8(ascii: "o"))
  private static let containers = Set("avr".utf8.map { Int32($0) })

  init(_ message: OpaquePointer) {
    dbus_message_iter_init(message, &position)
  }

  private init(inside outer: inout DBusMessageIter) {
    dbus_message_iter_recurse(&outer, &position)
  }

  private mutating func require(_ types: Int32...) throws {
    guard types.contains(dbus_message_iter_get_arg_type(&position)) else {
      throw AccessibilityFailure(description: "an answer of another type")
    }
  }

  mutating func int() throws -> Int {
    try require(Self.integer, Self.unsigned, Self.boolean)
    var number: UInt32 = 0
    let isUnsigned = dbus_message_iter_get_arg_type(&position) == Self.unsigned
    dbus_message_iter_get_basic(&position, &number)
    dbus_message_iter_next(&position)
    return isUnsigned ? Int(number) : Int(Int32(bitPattern: number))
  }

  mutating func text() throws -> String {
    try require(Self.string, Self.path)
    var characters: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&position, &characters)
    dbus_message_iter_next(&position)
    return characters.map { String(cString: $0) } ?? ""
  }

  /// Reads what is inside a structure, a variant or an array.
  mutating func inside<Value>(_ read: (inout BusReader) throws -> Value) throws -> Value {
    guard Self.containers.contains(dbus_message_iter_get_arg_type(&position)) else {
      throw AccessibilityFailure(description: "an answer of another type")
    }
    var inner = BusReader(inside: &position)
    let value = try read(&inner)
    dbus_message_iter_next(&position)
    return value
  }

  mutating func array<Element>(_ read: (inout BusReader) throws -> Element) throws -> [Element] {
    try inside { reader in
      var elements: [Element] = []
      while dbus_message_iter_get_arg_type(&reader.position) != 0 {
        elements.append(try read(&reader))
      }
      return elements
    }
  }

  mutating func object() throws -> BusObject {
    try inside { BusObject(bus: try $0.text(), path: try $0.text()) }
  }
}

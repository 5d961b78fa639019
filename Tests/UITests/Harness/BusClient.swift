// SPDX-License-Identifier: Apache-2.0
// Another program on the session bus, which calls the one under test. A connection of its own: what the
// test process does on the bus besides, such as asking for the accessibility tree, does not mix with it.

import CGtk
import Foundation

final class BusClient {
  private let connection: OpaquePointer
  private let name: String
  private let path: String
  /// What may still be on its way, in bytes.
  private var unsent = 0

  /// Calls the object at `path` of the program with this name. A running program is called, none is
  /// started.
  init(_ home: Home, name: String, path: String) throws {
    self.name = name
    self.path = path
    let address = home.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    // G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT and _MESSAGE_BUS_CONNECTION.
    let flags = GDBusConnectionFlags(rawValue: 1 << 0 | 1 << 3)
    // transfer full
    guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    else { throw AccessibilityFailure(description: "no session bus at \(address)") }
    self.connection = connection
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

  /// Calls a method with arguments in GLib's notation, such as `(['cherries'],)`, and returns the answer in
  /// that notation; throws what the program says when it refuses.
  @discardableResult
  func call(_ interface: String, _ method: String, _ arguments: String = "()") throws -> String {
    var error: UnsafeMutablePointer<GError>?
    // transfer full
    guard let variant = g_variant_parse(nil, arguments, nil, nil, &error) else {
      throw Self.failure(arguments, error)
    }
    defer { g_variant_unref(variant) }
    return try call(interface, method, variant: variant)
  }

  /// The same with arguments of any kind, which stay the caller's if they are not floating.
  @discardableResult
  func call(_ interface: String, _ method: String, variant: OpaquePointer?) throws -> String {
    var error: UnsafeMutablePointer<GError>?
    // transfer full
    let answer = g_dbus_connection_call_sync(
      connection, name, path, interface, method, variant, nil,
      // G_DBUS_CALL_FLAGS_NO_AUTO_START
      GDBusCallFlags(rawValue: 1), 20_000, nil, &error)
    guard let answer else { throw Self.failure(method, error) }
    defer { g_variant_unref(answer) }
    // transfer full
    guard let text = g_variant_print(answer, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The objects below a path that a program has on the bus, with what each is good for: their paths and
  /// descriptions.
  static func objects(
    _ home: Home, name: String, below path: String
  ) throws -> [String: String] {
    let description = try BusClient(home, name: name, path: path)
      .call("org.freedesktop.DBus.Introspectable", "Introspect")
    var found = [path: description]
    for node in description.components(separatedBy: "<node name=\"").dropFirst() {
      let child = path + "/" + node.prefix { $0 != "\"" }
      found.merge(try objects(home, name: name, below: child)) { $1 }
    }
    return found
  }

  /// Calls and does not wait: the answer is not wanted.
  func tell(_ interface: String, _ method: String, variant: OpaquePointer?) {
    unsent += variant.map { Int(g_variant_get_size($0)) } ?? 0
    if unsent > 16 << 20 {
      // Otherwise whatever the bus has not taken yet piles up here.
      g_dbus_connection_flush_sync(connection, nil, nil)
      unsent = 0
    }
    g_dbus_connection_call(
      connection, name, path, interface, method, variant, nil, GDBusCallFlags(rawValue: 1), 20_000,
      nil, nil, nil)
  }

  /// Takes over the error.
  private static func failure(
    _ what: String, _ error: UnsafeMutablePointer<GError>?
  ) -> AccessibilityFailure {
    defer { if let error { g_error_free(error) } }
    let reason = error.map { String(cString: $0.pointee.message) } ?? "unknown"
    return AccessibilityFailure(description: "\(what): \(reason)")
  }
}

// SPDX-License-Identifier: Apache-2.0
// What another program calls over the session bus. GDBus refuses a call whose arguments have
// other types than the object's description says. Everything else about them is up to the caller:
// there may be none or a million, empty or of a hundred megabytes, so only as much is read as is
// wanted.

import CGtk
import Foundation

/// A call from another program. It is answered once; one that is dropped is answered with an error.
@MainActor
public final class BusCall {
  /// Who calls: a name that the bus gives each program and never gives again.
  public let sender: String
  /// The interface that the method belongs to.
  public let interface: String
  /// What is called.
  public let method: String
  // Owned by this object until it is answered: each way to answer takes it over. Touched by `deinit`,
  // which is not isolated, when nobody else can any more.
  nonisolated(unsafe) private var invocation: OpaquePointer?

  /// Takes over the invocation.
  init(adopting invocation: OpaquePointer) {
    self.invocation = invocation
    // All three are borrowed from the invocation.
    let text = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } ?? "" }
    sender = text(g_dbus_method_invocation_get_sender(invocation))
    interface = text(g_dbus_method_invocation_get_interface_name(invocation))
    method = text(g_dbus_method_invocation_get_method_name(invocation))
  }

  deinit {
    guard let invocation else { return }
    g_dbus_method_invocation_return_dbus_error(invocation, Self.failed, "not answered")
  }

  private static nonisolated let failed = "org.freedesktop.DBus.Error.Failed"

  // MARK: Arguments

  /// The text that is the argument at `index`, or as much of it as fits into `limit` bytes. Nil if
  /// there is none.
  public func text(_ index: Int, atMost limit: Int) -> String? {
    argument(index, ofType: "s") { Self.text($0, atMost: limit) }
  }

  /// The first texts of the argument at `index`, a list: at most `count`, each of at most `limit`
  /// bytes. Nil if there is no such argument.
  public func texts(_ index: Int, atMost count: Int, bytes limit: Int) -> [String]? {
    argument(index, ofType: "as") { list in
      (0..<min(Int(g_variant_n_children(list)), count)).compactMap { place -> String? in
        // transfer full
        guard let element = g_variant_get_child_value(list, gsize(place)) else { return nil }
        defer { g_variant_unref(element) }
        return Self.text(element, atMost: limit)
      }
    }
  }

  /// The number that is the argument at `index`; nil if there is none.
  public func number(_ index: Int) -> UInt32? {
    argument(index, ofType: "u") { g_variant_get_uint32($0) }
  }

  private func argument<Value>(
    _ index: Int, ofType type: String, read: (OpaquePointer) -> Value
  ) -> Value? {
    // Borrowed from the invocation, like its arguments. It is always a tuple.
    guard let invocation, let all = g_dbus_method_invocation_get_parameters(invocation) else {
      return nil
    }
    return Self.element(index, of: all, ofType: type, read: read)
  }

  /// What `read` gives for an element of a tuple, if there is one of that type.
  static func element<Value>(
    _ index: Int, of tuple: OpaquePointer, ofType type: String, read: (OpaquePointer) -> Value
  ) -> Value? {
    guard index >= 0, index < Int(g_variant_n_children(tuple)),
      // transfer full
      let element = g_variant_get_child_value(tuple, gsize(index))
    else { return nil }
    defer { g_variant_unref(element) }
    guard String(cString: g_variant_get_type_string(element)) == type else { return nil }
    return read(element)
  }

  /// The text of a variant that holds one; the bus lets no text through that is not UTF-8. A character
  /// that does not fit whole is left out.
  private static func text(_ variant: OpaquePointer, atMost limit: Int) -> String {
    var length: gsize = 0
    // Borrowed from the variant.
    guard let characters = g_variant_get_string(variant, &length) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(length))
    var end = min(bytes.count, max(0, limit))
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  // MARK: Answering

  /// Answers with these values. Does nothing if it was answered before.
  public func answer(_ values: BusValue...) {
    guard let invocation else { return }
    self.invocation = nil
    // Takes over the invocation, and takes in the floating tuple.
    g_dbus_method_invocation_return_value(invocation, BusValue.tuple(values).floating)
  }

  /// Answers that it can't be done, with a reason. Does nothing if it was answered before.
  public func refuse(_ reason: String) {
    guard let invocation else { return }
    self.invocation = nil
    // Takes over the invocation and copies both texts.
    g_dbus_method_invocation_return_dbus_error(invocation, Self.failed, reason)
  }
}

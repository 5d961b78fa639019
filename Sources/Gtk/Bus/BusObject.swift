// SPDX-License-Identifier: Apache-2.0
// An object of another program on a bus: calling it, and hearing what it announces.

import CGtk
import Foundation

@MainActor
struct BusObject {
  /// Borrowed: the connection to a bus lives as long as the process.
  let connection: OpaquePointer
  /// Of the program on the bus.
  let name: String
  let path: String

  /// Calls a method, but does not start the program for it. No answer: there is no such program, or it
  /// refused.
  func call(
    _ method: String, of interface: String, with arguments: [BusValue],
    answer: @escaping @MainActor (BusAnswer?) -> Void = { _ in }
  ) {
    // Released by the callback, which is called once.
    let waiting = Unmanaged.passRetained(Waiting(answer)).toOpaque()
    let doNotStart = GDBusCallFlags(rawValue: 1)
    // Takes in the floating tuple.
    g_dbus_connection_call_with_unix_fd_list(
      connection, name, path, interface, method, BusValue.tuple(arguments).floating, nil,
      doNotStart, -1, nil, nil,
      { source, result, data in
        guard let data else { return }
        nonisolated(unsafe) let (source, result, waiting) = (source, result, data)
        MainActor.assumeIsolated {
          let answer = Unmanaged<Waiting>.fromOpaque(waiting).takeRetainedValue()
          var files: UnsafeMutablePointer<GUnixFDList>?
          // Both transfer full; nil for an error.
          let values = g_dbus_connection_call_with_unix_fd_list_finish(
            source.map { OpaquePointer($0) }, &files, result, nil)
          answer.body(values.map { BusAnswer(values: $0, files: files) })
          if let values { g_variant_unref(values) }
          if let files { g_object_unref(files) }
        }
      }, waiting)
  }

  /// Hears every signal of an interface, for as long as the connection lives.
  func listen(
    to interface: String, _ heard: @escaping @MainActor (_ signal: String, BusAnswer?) -> Void
  ) {
    // The subscription owns the listener.
    let listener = Unmanaged.passRetained(Listener(heard)).toOpaque()
    g_dbus_connection_signal_subscribe(
      connection, name, interface, nil, path, nil, GDBusSignalFlags(rawValue: 0),
      { _, _, _, _, signal, values, data in
        guard let data, let signal = signal.map({ String(cString: $0) }) else { return }
        nonisolated(unsafe) let (values, listener) = (values, data)
        MainActor.assumeIsolated {
          Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue()
            .heard(signal, values.map { BusAnswer(values: $0, files: nil) })
        }
      }, listener, { if let data = $0 { Unmanaged<Listener>.fromOpaque(data).release() } })
  }

  private final class Waiting {
    let body: @MainActor (BusAnswer?) -> Void
    init(_ body: @escaping @MainActor (BusAnswer?) -> Void) { self.body = body }
  }

  private final class Listener {
    let heard: @MainActor (String, BusAnswer?) -> Void
    init(_ heard: @escaping @MainActor (String, BusAnswer?) -> Void) { self.heard = heard }
  }
}

/// What another program said: a single value. All is borrowed and valid until its receiver returns.
@MainActor
struct BusAnswer {
  fileprivate let values: OpaquePointer
  fileprivate let files: UnsafeMutablePointer<GUnixFDList>?

  var path: String? {
    only(ofType: "o") {
      // Borrowed from the value.
      g_variant_get_string($0, nil).map { String(cString: $0) }
    } ?? nil
  }

  var number: UInt32? { only(ofType: "u") { g_variant_get_uint32($0) } }

  var truth: Bool? { only(ofType: "b") { g_variant_get_boolean($0) != 0 } }

  /// A file that was passed, which the caller must close.
  func takeFile() -> Int32? {
    guard let files, let index = only(ofType: "h", read: { g_variant_get_handle($0) }) else {
      return nil
    }
    // A copy; -1 if there is none.
    let file = g_unix_fd_list_get(files, index, nil)
    return file >= 0 ? file : nil
  }

  private func only<Value>(ofType type: String, read: (OpaquePointer) -> Value) -> Value? {
    guard g_variant_n_children(values) == 1 else { return nil }
    return BusCall.element(0, of: values, ofType: type, read: read)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Objects of this program on the session bus, which other programs call.

import CGtk

extension Application {
  /// Lets other programs call an object on the session bus, for as long as the process lives. Call this
  /// before `register`: a call that was waiting for the application's name then finds the object.
  /// `description`: its interfaces in the bus's XML; `answer`: called on the main thread for each call
  /// whose arguments have the described types. Returns whether there is a session bus, and the
  /// description is right.
  public static func export(
    at path: String, _ description: String, answer: @escaping @MainActor (BusCall) -> Void
  ) -> Bool {
    // transfer full, and never given back: the connection is shared, but GLib closes it when nobody has
    // it, and the object would be gone before the application is registered.
    guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    // transfer full; the object on the bus keeps its own reference to the interface.
    guard let node = g_dbus_node_info_new_for_xml(description, nil) else { return false }
    defer { g_dbus_node_info_unref(node) }
    // Copied by GLib.
    var functions = GDBusInterfaceVTable()
    functions.method_call = { _, _, _, _, _, _, invocation, data in
      guard let invocation, let data else { return }
      nonisolated(unsafe) let (call, owner) = (invocation, data)
      MainActor.assumeIsolated {
        // The invocation is ours from here on (transfer full).
        Unmanaged<BusAnswerer>.fromOpaque(owner).takeUnretainedValue()
          .answer(BusCall(adopting: call))
      }
    }
    var interface = node.pointee.interfaces
    while let described = interface?.pointee {
      // Each interface owns a reference, which GLib releases with the object.
      let data = Unmanaged.passRetained(BusAnswerer(answer)).toOpaque()
      let release: GDestroyNotify = { data in
        if let data { Unmanaged<BusAnswerer>.fromOpaque(data).release() }
      }
      guard
        g_dbus_connection_register_object(
          connection, path, described, &functions, data, release, nil) != 0
      else { return false }
      interface = interface?.advanced(by: 1)
    }
    return true
  }
}

private final class BusAnswerer {
  let answer: @MainActor (BusCall) -> Void
  init(_ answer: @escaping @MainActor (BusCall) -> Void) { self.answer = answer }
}

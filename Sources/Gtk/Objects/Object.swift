// SPDX-License-Identifier: Apache-2.0
// The base class of every wrapper. A wrapper holds exactly one reference to its GObject and
// releases it on deinit. GTK owns widgets through their parents, so a wrapper may be released while
// its widget stays on screen. All of GTK lives on the main thread.

import CGtk
import CGtkShim

/// A reference-counted GLib object.
@MainActor
public class Object {
  // Released in `deinit`, which is not isolated; the shim moves that to the main thread.
  nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

  /// Takes over a reference that the caller owns (transfer full).
  init(adopting pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
  }

  /// Adds a reference to a borrowed object, sinking a floating one (transfer none, or a new
  /// widget).
  init(retaining pointer: UnsafeMutableRawPointer) {
    self.pointer = g_object_ref_sink(pointer)
  }

  deinit {
    vitrine_object_release(pointer)
  }

  /// The pointer as functions on opaque C structs want it.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  func cast<T>(to type: T.Type) -> UnsafeMutablePointer<T> {
    pointer.assumingMemoryBound(to: type)
  }
}

/// Whether an object is of a type or of one derived from it.
@MainActor
func isInstance(_ object: UnsafeMutableRawPointer, of type: GType) -> Bool {
  g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0
}

// The root of every wrapper. A Swift wrapper holds exactly one reference of its GObject and gives
// it back when it dies; GTK owns widgets through their parents, so a wrapper may be dropped while
// its widget stays on screen. All of GTK lives on the main thread.

import CGtk
import CGtkShim

/// A reference-counted GLib object.
@MainActor
public class Object {
  // Given back in `deinit`, which Swift does not isolate; the shim carries it to the main thread.
  nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

  /// Takes over a reference the caller owns (transfer full).
  init(adopting pointer: UnsafeMutableRawPointer) {
    self.pointer = pointer
  }

  /// Adds a reference to a borrowed object, sinking a floating one (transfer none, or a fresh
  /// widget).
  init(retaining pointer: UnsafeMutableRawPointer) {
    self.pointer = g_object_ref_sink(pointer)
  }

  deinit {
    vitrine_object_release(pointer)
  }

  /// The pointer as functions on private C structs want it.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  func cast<T>(to type: T.Type) -> UnsafeMutablePointer<T> {
    pointer.assumingMemoryBound(to: type)
  }
}

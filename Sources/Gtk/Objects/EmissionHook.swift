// SPDX-License-Identifier: Apache-2.0
// A function that is called whenever any object of a type emits a signal, before all handlers of it. It can only look.

import CGtk

@MainActor
struct EmissionHook {
  private let signal: guint
  private let number: gulong

  init(_ signal: String, of type: GType, look: @escaping GSignalEmissionHook) {
    // A class has no signals before it is used; it stays for the life of the process.
    g_type_class_ref(type)
    self.signal = g_signal_lookup(signal, type)
    number = g_signal_add_emission_hook(self.signal, 0, look, nil, nil)
  }

  func remove() { g_signal_remove_emission_hook(signal, number) }
}

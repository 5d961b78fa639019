// SPDX-License-Identifier: Apache-2.0
// A GObject for tests, with a signal for each C signature that a typed handler can have: GTK's own
// objects with such signals need a display and a user.

import CGtk

@testable import Gtk

@MainActor
final class Emitter: Object {
  /// A signal's arguments and result, in GLib's terms.
  private static let signals: [(name: String, parameters: [String], result: String)] = [
    ("plain", [], "void"),
    ("argument", ["GObject"], "void"),
    ("size", ["gint", "gint"], "void"),
    ("deciding", [], "gboolean"),
    ("position", ["guint"], "void"),
    ("key", ["guint", "guint", "guint"], "gboolean"),
    ("press", ["gint", "gdouble", "gdouble"], "void"),
    ("coordinates", ["gdouble", "gdouble"], "void"),
    ("point", ["gdouble", "gdouble"], "GObject"),
    ("motion", ["gdouble", "gdouble"], "guint"),
    ("drag-cancel", ["GObject", "gint"], "gboolean"),
    ("drag-end", ["GObject", "gboolean"], "void"),
  ]

  // G_SIGNAL_RUN_LAST by its number, because GLib 2.90 hides the names of flags from Swift.
  private static let runLast = GSignalFlags(rawValue: 1 << 1)

  private static let type: GType = {
    let type = g_type_register_static_simple(
      g_type_from_name("GObject"), "VitrineTestEmitter", guint(MemoryLayout<GObjectClass>.size),
      nil, guint(MemoryLayout<GObject>.size), nil, GTypeFlags(rawValue: 0))
    for signal in signals {
      var parameters = signal.parameters.map { g_type_from_name($0) }
      g_signal_newv(
        signal.name, type, runLast, nil,
        // Like GTK: the first handler that returns true is the last one called.
        signal.result == "gboolean" ? g_signal_accumulator_true_handled : nil, nil, nil,
        g_type_from_name(signal.result), guint(parameters.count), &parameters)
    }
    return type
  }()

  init() {
    // GObject's own type exists once it has been requested.
    _ = g_initially_unowned_get_type()
    // transfer full
    super.init(
      adopting: Pointer(g_object_new_with_properties(Self.type, 0, nil, nil).unsafelyUnwrapped))
  }

  enum Argument {
    case int(Int)
    case double(Double)
    case object(Object?)
  }

  /// What the handlers returned.
  enum Answer: Equatable {
    case nothing
    case bool(Bool)
    case number(Int)
    case object(UnsafeMutableRawPointer?)
  }

  func emit(_ name: String, _ arguments: Argument...) -> Answer {
    guard let signal = Self.signals.first(where: { $0.name == name }) else { return .nothing }
    var values = [GValue](repeating: GValue(), count: 1 + arguments.count)
    g_value_init(&values[0], Self.type)
    g_value_set_object(&values[0], pointer)
    for (index, argument) in arguments.enumerated() {
      let parameter = signal.parameters[index]
      g_value_init(&values[index + 1], g_type_from_name(parameter))
      switch argument {
      case .int(let number) where parameter == "guint":
        g_value_set_uint(&values[index + 1], guint(number))
      case .int(let number) where parameter == "gboolean":
        g_value_set_boolean(&values[index + 1], gboolean(number))
      case .int(let number): g_value_set_int(&values[index + 1], gint(number))
      case .double(let number): g_value_set_double(&values[index + 1], number)
      case .object(let object): g_value_set_object(&values[index + 1], object?.pointer)
      }
    }
    defer { for index in values.indices { g_value_unset(&values[index]) } }
    let id = g_signal_lookup(name, Self.type)
    guard signal.result != "void" else {
      g_signal_emitv(&values, id, 0, nil)
      return .nothing
    }
    var result = GValue()
    g_value_init(&result, g_type_from_name(signal.result))
    defer { g_value_unset(&result) }
    g_signal_emitv(&values, id, 0, &result)
    switch signal.result {
    case "gboolean": return .bool(g_value_get_boolean(&result) != 0)
    case "guint": return .number(Int(g_value_get_uint(&result)))
    default: return .object(g_value_get_object(&result))
    }
  }
}

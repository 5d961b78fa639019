// SPDX-License-Identifier: Apache-2.0
// A program on the bus that means no good, or has gone mad: calls with right and wrong arguments, far too
// many of them, and in great haste.

import CGtk
import Foundation

/// Calls drawn at random, the same in every run: right and wrong methods, with right, wrong, huge and
/// strange arguments.
struct HostileCalls: RandomNumberGenerator {
  private let interfaces: [String]
  private var state: UInt64

  init(to interfaces: [String], seed: UInt64) {
    self.interfaces = interfaces
    state = seed
  }

  /// Makes the next call, most often without waiting for an answer.
  mutating func makeOne(_ client: BusClient) {
    let (interface, method) = method()
    let arguments = arguments(of: method)
    if chance(70) {
      client.tell(interface, method, variant: arguments)
    } else {
      _ = try? client.call(interface, method, variant: arguments)
    }
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 1...100, using: &self) <= percent
  }

  private static let search = [
    "GetInitialResultSet", "GetSubsearchResultSet", "GetResultMetas", "ActivateResult", "Match",
    "Run", "Actions", "Config",
  ]
  /// Not `Quit`, which ends the program.
  private static let methods = [
    "org.gtk.Actions": ["Activate", "SetState", "Describe", "DescribeAll", "List"],
    "org.freedesktop.Application": ["Activate", "ActivateAction", "Open"],
    "org.gtk.Application": ["Activate", "Open", "CommandLine"],
  ]

  /// Of the search, not the one that opens windows: that is what it is for.
  private mutating func method() -> (String, String) {
    let interface = interfaces.randomElement(using: &self) ?? ""
    let methods = Self.methods[interface] ?? Self.search
    return (interface, methods.randomElement(using: &self) ?? "Match")
  }

  /// A floating tuple: what the method wants, or anything.
  private mutating func arguments(of method: String) -> OpaquePointer? {
    guard chance(70) else {
      return tuple((0..<Int.random(in: 0...4, using: &self)).map { _ in any(2) })
    }
    switch method {
    case "GetInitialResultSet", "GetResultMetas": return tuple([texts()])
    case "GetSubsearchResultSet": return tuple([texts(), texts()])
    case "ActivateResult":
      return tuple([g_variant_new_string(text()), texts(), g_variant_new_uint32(.max)])
    case "Match": return tuple([g_variant_new_string(text())])
    case "Run": return tuple([g_variant_new_string(text()), g_variant_new_string(text())])
    case "Activate" where chance(50): return tuple([platformData()])
    case "Activate": return tuple([g_variant_new_string(command()), values(), platformData()])
    case "SetState":
      return tuple([
        g_variant_new_string(command()), g_variant_new_variant(any(2)), platformData(),
      ])
    case "ActivateAction":
      return tuple([g_variant_new_string(command()), values(), platformData()])
    case "Open" where chance(50): return tuple([texts(), platformData()])
    case "Open": return tuple([texts(), g_variant_new_string(text()), platformData()])
    case "Describe": return tuple([g_variant_new_string(command())])
    default: return tuple([])
    }
  }

  /// Commands of all kinds of windows, whether others may run them or not.
  private mutating func command() -> String {
    let names = [
      "new-window", "new-product", "undo", "quit-and-forget", "win.delete", "app.undo", "style",
      "delete", "empty-trash", "preferences", "remove-field", "restore-previous-windows", "import",
    ]
    return chance(10) ? text() : names.randomElement(using: &self) ?? ""
  }

  /// An array of variants.
  private mutating func values() -> OpaquePointer? {
    let values = (0..<Int.random(in: 0...2, using: &self)).map { _ in
      g_variant_new_variant(any(2))
    }
    if values.isEmpty { return Self.nothing }
    // Takes in the values.
    return values.withUnsafeBufferPointer {
      g_variant_new_array(nil, $0.baseAddress, gsize($0.count))
    }
  }

  private mutating func platformData() -> OpaquePointer? {
    chance(70) ? Self.noData : Self.data
  }

  // transfer full, kept for good: what takes it in has a reference of its own.
  nonisolated(unsafe) private static let nothing = g_variant_parse(nil, "@av []", nil, nil, nil)
  nonisolated(unsafe) private static let noData = g_variant_parse(nil, "@a{sv} {}", nil, nil, nil)
  nonisolated(unsafe) private static let data = g_variant_parse(
    nil, "{'desktop-startup-id': <'x_TIME99'>, 'cwd': <b'/'>}", nil, nil, nil)

  private mutating func any(_ depth: Int) -> OpaquePointer? {
    switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &self) {
    case 0: return g_variant_new_string(text())
    case 1: return g_variant_new_int32(.min)
    case 2: return g_variant_new_double(.nan)
    case 3: return g_variant_new_boolean(1)
    case 4: return texts()
    case 5: return g_variant_new_variant(any(depth - 1))
    default: return tuple((0..<Int.random(in: 1...3, using: &self)).map { _ in any(depth - 1) })
    }
  }

  private mutating func texts() -> OpaquePointer? {
    let count = chance(2) ? 50_000 : Int.random(in: 0...40, using: &self)
    // Not fifty thousand long ones: that would be gigabytes of this process, before anything is sent.
    let one = String(text().prefix(50))
    let texts = (0..<count).map { $0 < 40 ? text() : one }
    let pointers = texts.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    // Copies them.
    return pointers.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      g_variant_new_strv($0.baseAddress, gssize($0.count))
    }
  }

  private mutating func text() -> String {
    if chance(1) { return String(repeating: "rose ", count: 100_000) }
    let pieces = [
      "ros", "rose", "\"", "*", "AND", "NEAR(", "-", "\u{1}", "\u{1b}[2J", "\u{7f}", "\u{202e}",
      "桜", "🌹",
      "e\u{301}", "'", "<b>", "%s%n", "../..", "vitrine:product/",
      "6E1F5B0E-0000-4000-8000-000000000001", " ", "\n",
    ]
    return (0..<Int.random(in: 0...6, using: &self))
      .map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }

  private func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
    // Takes in the values.
    values.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
  }
}

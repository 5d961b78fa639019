// SPDX-License-Identifier: Apache-2.0
// A value that is sent over the bus, in Swift: the answers to calls. GLib keeps such a value in a
// GVariant, which begins without an owner ("floating"); whatever takes it in becomes its owner.

import CGtk
import Foundation

/// A value that can be sent over the bus.
public enum BusValue: Equatable, Sendable {
  /// `s` in the bus's notation.
  case text(String)
  /// `i`.
  case integer(Int32)
  /// `u`.
  case natural(UInt32)
  /// `d`.
  case real(Double)
  /// `b`.
  case truth(Bool)
  /// `ay`.
  case bytes(Data)
  /// `of`: the type of each in the bus's notation, such as `s`, because a list may be empty.
  case list([BusValue], of: String)
  /// A structure.
  case tuple([BusValue])
  /// Any number of named values of any types: `a{sv}`.
  case named([String: BusValue])

  /// Several texts.
  public static func texts(_ texts: [String]) -> BusValue {
    .list(texts.map(BusValue.text), of: "s")
  }

  /// As GLib's type; floating, so the caller must pass it on to a function that takes it in.
  var floating: OpaquePointer? {
    switch self {
    case .text(let text): g_variant_new_string(text)
    case .integer(let number): g_variant_new_int32(number)
    case .natural(let number): g_variant_new_uint32(number)
    case .real(let number): g_variant_new_double(number)
    case .truth(let isTrue): g_variant_new_boolean(isTrue ? 1 : 0)
    case .bytes(let data): Self.array(of: data)
    case .list(let values, let type): Self.array(values.map(\.floating), of: type)
    case .tuple(let values):
      // Takes in the children.
      values.map(\.floating).withUnsafeBufferPointer {
        g_variant_new_tuple($0.baseAddress, gsize($0.count))
      }
    case .named(let values):
      Self.array(
        values.sorted { $0.key < $1.key }.map { name, value in
          // Each call takes in what it is given.
          g_variant_new_dict_entry(
            g_variant_new_string(name), g_variant_new_variant(value.floating))
        }, of: "{sv}")
    }
  }

  /// Takes in the elements; the result is floating.
  private static func array(_ elements: [OpaquePointer?], of type: String) -> OpaquePointer? {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    return elements.withUnsafeBufferPointer {
      g_variant_new_array(type, $0.baseAddress, gsize($0.count))
    }
  }

  /// Copies the bytes; the result is floating.
  private static func array(of data: Data) -> OpaquePointer? {
    let type = g_variant_type_new("y")
    defer { g_variant_type_free(type) }
    return data.withUnsafeBytes {
      g_variant_new_fixed_array(type, $0.baseAddress, gsize($0.count), 1)
    }
  }
}

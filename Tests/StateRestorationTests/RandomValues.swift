// SPDX-License-Identifier: Apache-2.0
// Reproducible random values.

import Foundation

@testable import StateRestoration

/// A seeded generator: the same values in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  private static let letters = Array(
    "abcXYZ019 .-_/~\\\"\n\t\u{0}\u{7F}äßéü漢字🍒\u{202E}\u{301}{}[]:,%")

  mutating func text(_ count: Int) -> String {
    var text = ""
    let piece = String(
      (0..<min(count, 37)).map { _ in Self.letters.randomElement(using: &self) ?? "x" })
    while text.utf8.count < count { text += piece.isEmpty ? "x" : piece }
    return text
  }

  mutating func name() -> String {
    let lengths = [0, 1, 3, 12, 40, 300, 5000]
    return text(lengths.randomElement(using: &self) ?? 3)
  }

  mutating func nested(_ depth: Int) -> StateValue {
    var value = StateValue.int(1)
    for _ in 0..<depth {
      value = Bool.random(using: &self) ? .array([value]) : .object(["k": value])
    }
    return value
  }

  mutating func value(depth: Int) -> StateValue {
    switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .int(Int64(bitPattern: next()))
    case 3: .double(Double(bitPattern: next() & ~(0x7FF << 52)) + 0.5)
    case 4: .double(Double.random(in: -1e300...1e300, using: &self))
    case 5: .number("\(UInt64.max)\(next())")
    case 6: .string(text(Int.random(in: 0...200, using: &self)))
    case 7: .array((0..<3).map { _ in value(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          (0..<3).map { _ in (name(), value(depth: depth - 1)) }, uniquingKeysWith: { $1 }))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// The same numbers for the same seed in every process and on every machine (SplitMix64), so that a
// catalogue or a failure can be reproduced.

struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The numbers for one of many things that share a seed.
  init(seed: UInt64, index: Int) {
    var mixed = SeededRandom(seed: seed)
    self.init(seed: mixed.next() &+ UInt64(bitPattern: Int64(index)) &* 0xd6e8_feb8_6659_fd93)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`. The standard library's algorithm may change;
  /// this one may not.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True in `percent` out of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }
}

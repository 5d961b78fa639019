// SPDX-License-Identifier: Apache-2.0
// Looks for bytes among bytes, as fast as the C library does.

import Foundation

/// Where a part stands in the bytes.
func places(of part: [UInt8], in bytes: [UInt8]) -> [Int] {
  var found: [Int] = []
  bytes.withUnsafeBytes { buffer in
    guard let base = buffer.baseAddress, let first = part.first else { return }
    var place = 0
    while place + part.count <= buffer.count,
      let next = memchr(base + place, Int32(first), buffer.count - place)
    {
      place = UnsafeRawPointer(next) - base
      if place + part.count <= buffer.count,
        bytes[place..<place + part.count].elementsEqual(part)
      {
        found.append(place)
      }
      place += 1
    }
  }
  return found
}

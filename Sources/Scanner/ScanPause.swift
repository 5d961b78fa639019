// SPDX-License-Identifier: Apache-2.0
// How long no key must come before a code can begin: what follows sooner is the rest of what was given back,
// and no code. One scan that was broken off would else be followed by a wrong code, or take those behind it along.

struct ScanPause {
  static let none = ScanPause(0)
  /// Behind what was hardly a scan.
  static let short = ScanPause(60)
  /// Behind a scan that was broken off, which may go on.
  static let long = ScanPause(150)

  /// In milliseconds.
  var inside: UInt32
  /// The same right behind Enter or Tab, with which that rest ends.
  var atEnd: UInt32

  private init(_ duration: UInt32) { (inside, atEnd) = (duration, duration) }

  /// Behind what was given back. `isOfMachine`: it came from a scanner, or from a program that types. The next
  /// scan may come soon then; the next field of a form comes at once.
  static func behind(_ burst: ScanBurst, isOfMachine: Bool) -> ScanPause {
    guard isOfMachine else { return burst.keys < 4 ? short : long }
    var pause = burst.keys < 2 ? short : long
    if burst.looksLikeCodeSoFar { pause.atEnd = ScanGate<Never>.longestGap + 1 }
    return pause
  }
}

// SPDX-License-Identifier: Apache-2.0
// How often a test tries what it makes up: some times, or for as long as `./dev fuzz` says.

import Foundation

/// The numbers of the rounds.
public struct FuzzRounds: Sequence, IteratorProtocol {
  private let what: String
  private let most: Int
  private let end: Date?
  private var count = 0

  /// - Parameters:
  ///   - what: is tried.
  ///   - most: how often, without `./dev fuzz`.
  public init(_ what: String, most: Int) {
    (self.what, self.most) = (what, most)
    end = ProcessInfo.processInfo.environment["VITRINE_FUZZ_SECONDS"].flatMap(Double.init)
      .map { Date(timeIntervalSinceNow: $0) }
  }

  public mutating func next() -> Int? {
    guard end.map({ Date() < $0 }) ?? (count < most) else {
      if end != nil { print("\(what): inputs tried: \(count)") }
      return nil
    }
    defer { count += 1 }
    return count
  }
}

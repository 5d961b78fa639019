// SPDX-License-Identifier: Apache-2.0
// How often a test tries what it makes up: some times, or as often or for as long as `./dev fuzz` says.

import Foundation

/// The numbers of the rounds.
public struct FuzzRounds: Sequence, IteratorProtocol {
  private let what: String
  private let most: Int
  private let end: Date?
  private let isTold: Bool
  private var count = 0
  /// Of the processor, by all threads, in seconds: how much was spent before this round, and what rounds took.
  private var (spent, slowest, slow) = (0.0, 0.0, 0)

  /// What nobody notices.
  private static let longest = 0.1

  /// - Parameters:
  ///   - what: is tried.
  ///   - most: how often, without `./dev fuzz`.
  public init(_ what: String, most: Int) {
    let environment = ProcessInfo.processInfo.environment
    let wanted = environment["VITRINE_FUZZ_COUNT"].flatMap { Int($0) }
    self.what = what
    self.most = wanted ?? most
    end = environment["VITRINE_FUZZ_SECONDS"].flatMap(Double.init)
      .map { Date(timeIntervalSinceNow: $0) }
    isTold = wanted != nil || end != nil
  }

  public mutating func next() -> Int? {
    measure()
    guard end.map({ Date() < $0 }) ?? (count < most) else {
      if isTold { tell() }
      return nil
    }
    defer { count += 1 }
    // Whoever ends it early wants to know how far it has come.
    if isTold, count > 0, count.isMultiple(of: 10_000) { tell() }
    return count
  }

  /// The first round also pays for what is made once.
  private mutating func measure() {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    if count > 1 {
      slowest = Swift.max(slowest, now - spent)
      if now - spent > Self.longest { slow += 1 }
    }
    spent = now
  }

  private func tell() {
    let pace =
      "slowest: \(Int(slowest * 1000)) ms; longer than \(Int(Self.longest * 1000)) ms: \(slow)"
    print("\(what): inputs tried: \(count); \(pace)")
    fflush(nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
// How far the conversion of an older catalogue has come. Its parts are told apart by the clock: how long each may take
// is estimated beforehand, and how long the first ones take here corrects what is said of the rest.

import Foundation
import Synchronization

/// How far a catalogue of an older version has come on its way to this one's tables.
public struct ConversionProgress: Sendable, Equatable {
  /// From 0 to 1.
  public let fraction: Double
  /// How long the rest may take: before the first part is done, an estimate.
  public let secondsLeft: Double
}

/// The parts of a conversion, with the seconds that each may take.
struct ConversionPlan: Sendable {
  let parts: [Double]

  /// - Parameters:
  ///   - bytes: the size of the file, of which a copy is made and looked at first.
  ///   - pending: the steps to take.
  init(bytes: Int, products: Int, pending: some Sequence<Migration>) {
    let copy = Double(bytes) * Self.secondsOfByte
    parts = [copy] + pending.map { $0.secondsOfMillion * Double(products) / 1_000_000 }
  }

  /// To copy a file and to check the copy: 23 s of a processor for one of 673 MB.
  private static let secondsOfByte = 34e-9

  var seconds: Double { parts.reduce(0, +) }

  /// - Parameters:
  ///   - done: how many parts are done, and what they took.
  ///   - current: how long the next one has been under way.
  func progress(done: Int, took: Double, current: Double) -> ConversionProgress {
    let expected = parts.prefix(done).reduce(0, +)
    // Parts of moments say nothing of this machine.
    let pace = expected > 0.5 ? max(0.05, took / expected) : 1
    let next = done < parts.count ? parts[done] : 0
    // One that takes longer than expected stays short of its end.
    let reached = expected + min(current / pace, 0.95 * next)
    guard seconds > 0 else { return ConversionProgress(fraction: 1, secondsLeft: 0) }
    return ConversionProgress(
      fraction: reached / seconds, secondsLeft: max(0, seconds - reached) * pace)
  }
}

/// Tells somebody how a conversion goes on, until it is released.
final class ConversionWatch: Sendable {
  private struct State {
    var done = 0
    var took = 0.0
    var since = ContinuousClock.now
  }

  private let plan: ConversionPlan
  private let report: @Sendable (ConversionProgress) -> Void
  private let state = Mutex(State())
  private let ticking = Mutex(Task<Void, Never>?.none)

  init(_ plan: ConversionPlan, _ report: @escaping @Sendable (ConversionProgress) -> Void) {
    (self.plan, self.report) = (plan, report)
    report(plan.progress(done: 0, took: 0, current: 0))
    ticking.withLock {
      $0 = Task.detached { [weak self] in
        while (try? await Task.sleep(for: .milliseconds(200))) != nil {
          guard let self else { return }
          self.tell()
        }
      }
    }
  }

  deinit { ticking.withLock { $0?.cancel() } }

  /// The next part begins.
  func partIsDone() {
    state.withLock { state in
      let now = ContinuousClock.now
      state.took += state.since.duration(to: now).inSeconds
      state.done += 1
      state.since = now
    }
    tell()
  }

  private func tell() {
    let progress = state.withLock { state in
      plan.progress(
        done: state.done, took: state.took,
        current: state.since.duration(to: .now).inSeconds)
    }
    report(progress)
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

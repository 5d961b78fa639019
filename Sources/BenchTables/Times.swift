// SPDX-License-Identifier: Apache-2.0
// Measuring on a machine that others use, too. The two sides are timed in turns, so that a busy
// moment affects both; the median of the pairs' ratios counts, and the middle half of them shows
// how reliable it is.

import Foundation

/// Repeated measurements of one thing.
package struct Times {
  private let sorted: [Double]

  package init(_ values: [Double]) {
    sorted = values.sorted()
  }

  package var median: Double { quantile(0.5) }
  /// The range of the middle half of the measurements.
  package var middle: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }

  private func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}

/// Measurements taken in turns, of Vitrine and of its baseline.
package struct Pairs {
  package var ours: [Double] = []
  package var theirs: [Double] = []

  package init(ours: [Double] = [], theirs: [Double] = []) {
    (self.ours, self.theirs) = (ours, theirs)
  }

  package var ratio: Times { Times(zip(ours, theirs).map { $0 / $1 }) }
}

/// How often to measure: `enough` times, or, after `atLeast` times, until `seconds` have passed.
package struct Repetitions {
  let atLeast: Int
  let enough: Int
  let seconds: Double

  package init(atLeast: Int = 5, enough: Int = 25, seconds: Double = 3) {
    (self.atLeast, self.enough, self.seconds) = (atLeast, enough, seconds)
  }

  func areDone(_ count: Int, since start: ContinuousClock.Instant) -> Bool {
    count >= enough || count >= atLeast && start.duration(to: .now) > .seconds(seconds)
  }
}

/// The milliseconds that `body` takes.
package func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return start.duration(to: .now).milliseconds
}

/// Measures two things in turns, swapping which one goes first. Both return milliseconds.
package func byTurns(
  _ repetitions: Repetitions = Repetitions(), _ ours: () async throws -> Double,
  against theirs: () async throws -> Double
) async throws -> Pairs {
  var pairs = Pairs()
  let start = ContinuousClock.now
  while !repetitions.areDone(pairs.ours.count, since: start) {
    if pairs.ours.count.isMultiple(of: 2) {
      pairs.ours.append(try await ours())
      pairs.theirs.append(try await theirs())
    } else {
      pairs.theirs.append(try await theirs())
      pairs.ours.append(try await ours())
    }
  }
  return pairs
}

/// Measures one thing that has no baseline.
package func repeatedly(
  _ repetitions: Repetitions = Repetitions(), _ body: () async throws -> Double
) async throws -> Times {
  var values: [Double] = []
  let start = ContinuousClock.now
  while !repetitions.areDone(values.count, since: start) { values.append(try await body()) }
  return Times(values)
}

extension Duration {
  package var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}

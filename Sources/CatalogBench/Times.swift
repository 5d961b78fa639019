// Measuring on a machine that others use too. What is compared is timed by turns, so that a busy
// moment falls on both; of the pairs' ratios the median counts, and the middle half of them shows
// how far to trust it.

import Foundation

/// Several measurements of the same thing.
struct Times {
  private let sorted: [Double]

  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  var median: Double { quantile(0.5) }
  /// Where the middle half of the measurements lies.
  var middle: ClosedRange<Double> { quantile(0.25)...quantile(0.75) }

  private func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}

/// What was measured by turns of Vitrine and of what it is compared with.
struct Pairs {
  var ours: [Double] = []
  var theirs: [Double] = []

  var ratio: Times { Times(zip(ours, theirs).map { $0 / $1 }) }
}

/// How often something is measured: until `enough` times, or, from `atLeast` times on, until it
/// has taken `seconds`.
struct Repetitions {
  var atLeast = 5
  var enough = 25
  var seconds = 3.0

  func areDone(_ count: Int, since start: ContinuousClock.Instant) -> Bool {
    count >= enough || count >= atLeast && start.duration(to: .now) > .seconds(seconds)
  }
}

/// How many milliseconds `body` takes.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return start.duration(to: .now).milliseconds
}

/// Measures two things by turns, each beginning every second time. Both give milliseconds.
func byTurns(
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

/// Measures one thing that is compared with nothing.
func repeatedly(
  _ repetitions: Repetitions = Repetitions(), _ body: () async throws -> Double
) async throws -> Times {
  var values: [Double] = []
  let start = ContinuousClock.now
  while !repetitions.areDone(values.count, since: start) { values.append(try await body()) }
  return Times(values)
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}

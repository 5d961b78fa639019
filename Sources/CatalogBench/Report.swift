// The report: Markdown tables, as in the documentation.

import Foundation

/// The most that something may take.
enum Limit {
  /// This many times the baseline.
  case times(Double)
  /// This many times the baseline, or this many milliseconds, whichever is more.
  case timesOrMilliseconds(Double, Double)
  case milliseconds(Double)
  case megabytes(Double)
}

/// A line of a table.
struct Finding {
  let what: String
  let ours: Times
  /// The baseline, if there is one.
  let theirs: Times?
  let ratio: Times?
  /// Nil if there is no limit.
  let limit: Limit?

  init(_ what: String, _ pairs: Pairs, limit: Limit?) {
    self.what = what
    ours = Times(pairs.ours)
    theirs = Times(pairs.theirs)
    ratio = pairs.ratio
    self.limit = limit
  }

  init(_ what: String, _ ours: Times, limit: Limit?) {
    self.what = what
    self.ours = ours
    theirs = nil
    ratio = nil
    self.limit = limit
  }

  var holds: Bool {
    switch limit {
    case nil: true
    case .times(let most): (ratio?.median ?? .infinity) <= most
    case .timesOrMilliseconds(let most, let milliseconds):
      (ratio?.median ?? .infinity) <= most || ours.median <= milliseconds
    case .milliseconds(let most), .megabytes(let most): ours.median <= most
    }
  }

  /// The finding as a Markdown table line.
  var line: String {
    let cells = [
      what, quantity(ours.median), theirs.map { quantity($0.median) } ?? "–",
      ratio.map { "\(twoPlaces($0.median)) (\(twoPlaces($0.middle)))" }
        ?? "(\(quantity(ours.middle)))",
      limitText, limit == nil ? "–" : holds ? "yes" : "**no**",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  static func head(ours: String, theirs: String) -> String {
    """
    | | \(ours) | \(theirs) | ratio (middle half) | limit | holds |
    |---|--:|--:|--:|--:|---|
    """
  }

  private var limitText: String {
    switch limit {
    case nil: "–"
    case .times(let most): "\(most)×"
    case .timesOrMilliseconds(let most, let milliseconds): "\(most)× or \(quantity(milliseconds))"
    case .milliseconds(let most), .megabytes(let most): quantity(most)
    }
  }

  private var isMemory: Bool {
    if case .megabytes = limit { true } else { false }
  }

  private func quantity(_ value: Double) -> String {
    if isMemory { return String(format: "%.1f MB", value) }
    // Three significant digits.
    return switch value {
    case ..<10: String(format: "%.2f ms", value)
    case ..<100: String(format: "%.1f ms", value)
    case ..<10_000: String(format: "%.0f ms", value)
    default: String(format: "%.1f s", value / 1000)
    }
  }

  private func quantity(_ range: ClosedRange<Double>) -> String {
    "\(quantity(range.lowerBound)) – \(quantity(range.upperBound))"
  }

  private func twoPlaces(_ value: Double) -> String { String(format: "%.2f", value) }

  private func twoPlaces(_ range: ClosedRange<Double>) -> String {
    "\(twoPlaces(range.lowerBound))–\(twoPlaces(range.upperBound))"
  }
}

/// Prints each finding at once, and counts those with a limit and those that exceed it.
final class Report {
  private(set) var rows = 0
  private(set) var misses = 0

  func section(_ title: String, ours: String = "Vitrine", theirs: String) {
    say("\n### \(title)\n\n\(Finding.head(ours: ours, theirs: theirs))")
  }

  func add(_ finding: Finding) {
    if finding.limit != nil { rows += 1 }
    if !finding.holds { misses += 1 }
    say(finding.line)
  }

  func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}

// SPDX-License-Identifier: Apache-2.0
// The report: Markdown tables, as in the documentation.

import Foundation

/// The most that something may take.
package enum Limit {
  /// This many times the baseline.
  case times(Double)
  /// This many times the baseline, or this many milliseconds, whichever is more.
  case timesOrMilliseconds(Double, Double)
  case milliseconds(Double)
  case megabytes(Double)
}

/// What is measured.
package enum Unit: Sendable {
  case milliseconds, megabytes, pieces
}

/// A line of a table.
package struct Finding {
  package let what: String
  let unit: Unit
  package let ours: Times
  /// The baseline, if there is one.
  package let theirs: Times?
  package let ratio: Times?
  /// Nil if there is no limit.
  package let limit: Limit?

  package init(_ what: String, _ pairs: Pairs, in unit: Unit = .milliseconds, limit: Limit?) {
    self.what = what
    self.unit = unit
    ours = Times(pairs.ours)
    theirs = Times(pairs.theirs)
    ratio = pairs.ratio
    self.limit = limit
  }

  package init(_ what: String, _ ours: Times, in unit: Unit = .milliseconds, limit: Limit?) {
    self.what = what
    self.unit = unit
    self.ours = ours
    theirs = nil
    ratio = nil
    self.limit = limit
  }

  package var holds: Bool {
    switch limit {
    case nil: true
    case .times(let most): (ratio?.median ?? .infinity) <= most
    case .timesOrMilliseconds(let most, let milliseconds):
      (ratio?.median ?? .infinity) <= most || ours.median <= milliseconds
    case .milliseconds(let most), .megabytes(let most): ours.median <= most
    }
  }

  /// The finding as a Markdown table line.
  package var line: String {
    let cells = [
      what, quantity(ours.median), theirs.map { quantity($0.median) } ?? "–",
      ratio.map { "\(twoPlaces($0.median)) (\(twoPlaces($0.middle)))" }
        ?? "(\(quantity(ours.middle)))",
      limitText, limit == nil ? "–" : holds ? "yes" : "**no**",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  package static func head(ours: String, theirs: String) -> String {
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

  private func quantity(_ value: Double) -> String {
    switch unit {
    case .milliseconds: duration(value)
    case .megabytes: String(format: "%.1f MB", value)
    case .pieces: grouped(Int(value))
    }
  }

  private func duration(_ value: Double) -> String {
    // Three significant digits.
    switch value {
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
package final class Report {
  package private(set) var rows = 0
  package private(set) var misses = 0

  package init() {}

  package func section(_ title: String, ours: String = "Vitrine", theirs: String) {
    say("\n### \(title)\n\n\(Finding.head(ours: ours, theirs: theirs))")
  }

  package func add(_ finding: Finding) {
    if finding.limit != nil { rows += 1 }
    if !finding.holds { misses += 1 }
    say(finding.line)
  }

  package func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}

/// Formats 1000000 as "1,000,000".
package func grouped(_ number: Int) -> String {
  var text = String(number)
  var place = text.count - 3
  while place > 0 {
    text.insert(",", at: text.index(text.startIndex, offsetBy: place))
    place -= 3
  }
  return text
}

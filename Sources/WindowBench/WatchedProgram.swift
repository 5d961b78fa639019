// SPDX-License-Identifier: Apache-2.0
// A running program with the watcher in it. It is ready when all its windows have been painted and
// nothing has been painted since for a second.

import BenchTables
import Foundation

/// Now, in milliseconds of the clock that the watcher uses.
func moment() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

final class WatchedProgram {
  /// Just before it was started.
  let begun: Double
  private let process = Process()
  private let record: URL
  /// In milliseconds: longer than anything that paints once more takes.
  private static let silence = 1_000.0

  init(
    _ program: URL, _ arguments: [String] = [], watcher: URL, on desktop: PrivateDesktop,
    home: URL
  ) throws {
    record = home.appendingPathComponent("record-\(UUID().uuidString)")
    var environment = desktop.environment
    for (variable, place) in [("DATA", "data"), ("STATE", "state"), ("CACHE", "cache")] {
      environment["XDG_\(variable)_HOME"] = home.appendingPathComponent(place).path
    }
    environment["LD_PRELOAD"] = watcher.path
    environment["VITRINE_WATCH"] = record.path
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    begun = moment()
    try process.run()
  }

  /// What the watcher has written so far.
  var watched: Watched {
    Watched((try? String(contentsOf: record, encoding: .utf8)) ?? "")
  }

  /// Waits until this many windows have been painted and nothing more is painted.
  @discardableResult
  func settle(windows: Int = 1, since start: Double = 0) throws -> Watched {
    let deadline = moment() + 120_000
    while true {
      usleep(20_000)
      let watched = watched
      // After long work something may be about to be painted.
      let last = max(watched.lastPaint ?? .infinity, watched.busy.last?.span.end ?? 0, start)
      if watched.painted.count >= windows, moment() - last > Self.silence { return watched }
      guard process.isRunning else { throw Failure("\(name) has ended by itself.") }
      guard moment() < deadline else {
        throw Failure("\(name) painted \(watched.painted.count) of \(windows) windows in time.")
      }
    }
  }

  private var name: String { process.executableURL?.lastPathComponent ?? "" }

  /// Its windows and widgets.
  func census() throws -> Census {
    kill(process.processIdentifier, SIGUSR1)
    let deadline = moment() + 10_000
    while moment() < deadline {
      usleep(20_000)
      if let census = watched.census { return census }
    }
    throw Failure("\(name) does not count its widgets.")
  }

  /// Waits until it does nothing any more, also on other threads.
  func rest() throws {
    var (last, since) = (-1.0, moment())
    let deadline = moment() + 600_000
    while moment() - since < Self.silence {
      usleep(100_000)
      let spent = try timeOnProcessor()
      if spent > last { (last, since) = (spent, moment()) }
      guard moment() < deadline else { throw Failure("\(name) does not come to rest.") }
    }
  }

  /// In hundredths of a second.
  private func timeOnProcessor() throws -> Double {
    let text = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // After the name, which may have spaces.
    let words = text.split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 12 ? (Double(words[11]) ?? 0) + (Double(words[12]) ?? 0) : 0
  }

  /// Its memory in megabytes: what is resident, and of that what belongs to no file.
  func memory() throws -> (resident: Double, anonymous: Double) {
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    func megabytes(_ key: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
      return Double(line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "")
        .map { $0 * 1024 / 1e6 } ?? .nan
    }
    return (megabytes("VmRSS:"), megabytes("RssAnon:"))
  }

  /// Asks it to quit, as a log-out does, and waits for that.
  func end() {
    kill(process.processIdentifier, SIGTERM)
    let deadline = moment() + 20_000
    while process.isRunning, moment() < deadline { usleep(5_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: record)
  }
}

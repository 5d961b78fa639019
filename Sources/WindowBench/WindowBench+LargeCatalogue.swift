// SPDX-License-Identifier: Apache-2.0
// One browser window on a catalogue of very many products: how it starts, compared with ten products, and
// how it follows the keyboard and the wheel.

import BenchTables
import Catalog
import Foundation

extension WindowBench {
  func measureLargeCatalogue(_ programs: Programs, _ desktop: PrivateDesktop) async throws {
    let small = try await oneWindow(on: 10)
    let large = try await oneWindow(on: options.products)
    let start = { (home: MeasuredWindows) in
      try home.putBack()
      return try WatchedProgram(
        programs.ours, watcher: programs.watcher, on: desktop, home: home.home)
    }
    // Not measured: the day's backup, and the index of what was just made.
    for home in [small, large] {
      let program = try start(home)
      defer { program.end() }
      try program.settle()
      try program.rest()
    }
    if options.includes(.catalogue) { try measureStarts(small, large, start) }
    if options.includes(.typing) { try measureTyping(try start(large), desktop) }
    if options.includes(.scrolling) { try measureScrolling(try start(large), desktop) }
  }

  private func oneWindow(on count: Int) async throws -> MeasuredWindows {
    let home = scratch.appendingPathComponent("products-\(count)")
    let store = try await CatalogStore.open(in: home.appendingPathComponent("data/vitrine"))
    _ = try await store.generate(GeneratedProducts(count))
    await store.close()
    let saved = MeasuredWindows(windows: [.browser], home: home)
    try await saved.save(Array(GeneratedProducts(1000)), areRich: false)
    return saved
  }

  private func measureStarts(
    _ small: MeasuredWindows, _ large: MeasuredWindows,
    _ start: (MeasuredWindows) throws -> WatchedProgram
  ) throws {
    var (first, all, memory) = (Pairs(), Pairs(), Pairs())
    for round in 0..<options.rounds {
      for isLarge in round.isMultiple(of: 2) ? [true, false] : [false, true] {
        let program = try start(isLarge ? large : small)
        defer { program.end() }
        let watched = try program.settle()
        try program.rest()
        let side = isLarge ? \Pairs.ours : \Pairs.theirs
        first[keyPath: side].append((watched.firstPaint ?? .nan) - program.begun)
        all[keyPath: side].append((watched.lastPaint ?? .nan) - program.begun)
        memory[keyPath: side].append(try program.memory().resident)
      }
    }
    let size = "\(grouped(options.products)) products"
    report.section("Start with \(size)", ours: size, theirs: "10 products")
    report.add(Finding("first paint", first, limit: .times(1.1)))
    report.add(Finding("all painted", all, limit: nil))
    report.add(Finding("resident (VmRSS)", memory, in: .megabytes, limit: .megabytes(150)))
  }

  // MARK: Typing

  private static let words = ["oak", "sturdy", "walnut", "garden", "brass"]

  private func measureTyping(_ program: WatchedProgram, _ desktop: PrivateDesktop) throws {
    defer { program.end() }
    try program.settle()
    try program.rest()
    try desktop.press(["ctrl+f"])
    try program.settle(since: moment())
    var (results, sinceKey, settled): ([Double], [Double], [Double]) = ([], [], [])
    var (stall, keys) = (Stall(), 0)
    for word in options.isQuick ? Array(Self.words.prefix(1)) : Self.words {
      for letter in word {
        let before = moment()
        try desktop.press([String(letter)])
        let watched = try program.settle(since: before)
        guard let key = watched.keys.first(where: { $0 >= before }),
          let echo = watched.painted(after: key), let last = watched.lastPaint
        else { throw Failure("The program did not take the key \(letter).") }
        keys += 1
        stall.take(watched.stall(from: before))
        settled.append(last - key)
        // The same products may be found as before.
        guard let drawn = watched.rows.first(where: { $0 >= key }),
          let shown = watched.painted(from: drawn)
        else { continue }
        results.append(max(shown - echo, 0))
        sinceKey.append(shown - key)
      }
      try desktop.press(["ctrl+a", "BackSpace"])
      try program.settle(since: moment())
      stall.take(try typeFast(word, program, on: desktop))
    }
    let size = "\(grouped(options.products)) products"
    report.section("Typing into the search, \(size)", ours: "time", theirs: "a bare loop")
    report.add(
      Finding(
        "first results painted, after the key (\(results.count) of \(keys) keys)",
        Times(sinceKey), limit: .milliseconds(50)))
    report.add(Finding("first results painted, after the letter was", Times(results), limit: nil))
    report.add(Finding("all painted, after the key", Times(settled), limit: nil))
    tell(stall, limit: 8)
  }

  /// As fast as a good typist, without waiting for results.
  private func typeFast(
    _ word: String, _ program: WatchedProgram, on desktop: PrivateDesktop
  ) throws -> Stall {
    let before = moment()
    try desktop.run("xdotool", ["type", "--delay", "80", word])
    let watched = try program.settle(since: moment())
    try desktop.press(["ctrl+a", "BackSpace"])
    try program.settle(since: moment())
    return watched.stall(from: before)
  }

  // MARK: Scrolling

  private func measureScrolling(_ program: WatchedProgram, _ desktop: PrivateDesktop) throws {
    defer { program.end() }
    try program.settle()
    try program.rest()
    var (jumps, settled): ([Double], [Double]) = ([], [])
    for _ in 0..<options.rounds {
      let before = moment()
      try desktop.press(["End"])
      let watched = try program.settle(since: before)
      guard let key = watched.keys.first(where: { $0 >= before }),
        let shown = watched.painted(after: key), let last = watched.lastPaint
      else { throw Failure("The program did not take the key End.") }
      jumps.append(shown - key)
      settled.append(last - key)
      if jumps.count == 1 { try picture("end.png", of: desktop) }
      try desktop.press(["Home"])
      try program.settle(since: moment())
    }
    // The pointer is over the list. Button 5 is the wheel, downwards.
    try desktop.run("xdotool", ["mousemove", "450", "600"])
    try program.settle(since: moment())
    let before = moment()
    let steps = options.isQuick ? 20 : 200
    try desktop.run("xdotool", ["click", "--repeat", "\(steps)", "--delay", "16", "5"])
    let keys = Array(repeating: "Next", count: options.isQuick ? 5 : 50)
    try desktop.run("xdotool", ["key", "--delay", "33"] + keys)
    let stall = try program.settle(since: moment()).stall(from: before)
    try picture("scrolled.png", of: desktop)
    let size = "\(grouped(options.products)) products"
    report.section("Scrolling, \(size)", ours: "time", theirs: "a bare loop")
    report.add(
      Finding("jump to the end: painted, after the key", Times(jumps), limit: nil))
    report.add(
      Finding(
        "all painted, also the product at the end", Times(settled), limit: .milliseconds(100)))
    tell(stall, limit: 16)
  }

  private func tell(_ stall: Stall, limit: Double) {
    let bare = BareLoop.longestPause(within: options.isQuick ? 200 : 20_000)
    report.add(
      Finding(
        "longest stall of the main thread", Pairs(ours: [stall.length], theirs: [bare]),
        limit: .milliseconds(limit)))
    report.add(
      Finding("longest on a processor", Times([stall.onProcessor]), limit: nil))
  }
}

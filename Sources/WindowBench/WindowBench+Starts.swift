// SPDX-License-Identifier: Apache-2.0
// From the start of the program until its windows are painted, and the memory it takes then, compared
// with a C program that shows windows of the same kinds.

import BenchTables
import Catalog
import Foundation

extension WindowBench {
  private static let products = 1000

  func measureStarts(_ programs: Programs, _ desktop: PrivateDesktop) async throws {
    let home = scratch.appendingPathComponent("windows")
    let catalogue = home.appendingPathComponent("data/vitrine")
    let described = home.appendingPathComponent("catalogue")
    let store = try await CatalogStore.open(in: catalogue)
    let made = GeneratedProducts(Self.products, hasPictures: true)
    _ = try await store.generate(made)
    var entries: [CatalogEntry] = []
    for entry in made {
      // As it is stored, with its revision.
      if let stored = try await store.entry(entry.product.id) { entries.append(stored) }
    }
    try await DescribedCatalogue(entries, in: store).write(to: described)
    await store.close()
    for count in options.isQuick ? [1, 10] : [1, 10, 50] {
      let windows = MeasuredWindows(windows: MeasuredWindow.first(count), home: home)
      try await windows.save(entries)
      try measure(windows, programs, on: desktop, described: described)
    }
  }

  private func measure(
    _ windows: MeasuredWindows, _ programs: Programs, on desktop: PrivateDesktop, described: URL
  ) throws {
    let count = windows.windows.count
    let ours = {
      try windows.putBack()
      return try WatchedProgram(
        programs.ours, watcher: programs.watcher, on: desktop, home: windows.home)
    }
    let theirs = {
      try WatchedProgram(
        programs.theirs, [described.path, windows.described.path, Programs.styleSheet],
        watcher: programs.watcher, on: desktop, home: windows.home)
    }
    // Not measured: it makes the small copies of the pictures, and the day's backup.
    _ = try start(ours, count, on: desktop)
    _ = try start(theirs, count, on: desktop)
    var found: (ours: [Start], theirs: [Start]) = ([], [])
    for round in 0..<options.rounds {
      let isFirst = round == 0
      if round.isMultiple(of: 2) {
        found.ours.append(try start(ours, count, on: desktop, picture: isFirst ? "vitrine" : ""))
      }
      found.theirs.append(try start(theirs, count, on: desktop, picture: isFirst ? "c" : ""))
      if !round.isMultiple(of: 2) { found.ours.append(try start(ours, count, on: desktop)) }
    }
    tell(found.ours, found.theirs, windows: count)
  }

  /// One start.
  private struct Start {
    let firstPaint, firstOfLast, allPainted, stall: Double
    let resident, anonymous: Double
    let census: Census
  }

  private func start(
    _ start: () throws -> WatchedProgram, _ count: Int, on desktop: PrivateDesktop,
    picture name: String = ""
  ) throws -> Start {
    let program = try start()
    defer { program.end() }
    let watched = try program.settle(windows: count)
    if !name.isEmpty { try picture("\(name)-\(count).png", of: desktop) }
    let memory = try program.memory()
    let census = try program.census()
    guard census.windows == count else {
      throw Failure("\(census.windows) windows are there, not \(count).")
    }
    return Start(
      firstPaint: (watched.firstPaint ?? .nan) - program.begun,
      firstOfLast: (watched.painted.values.max() ?? .nan) - program.begun,
      allPainted: (watched.lastPaint ?? .nan) - program.begun,
      // Shorter ones are not told apart.
      stall: max(watched.stall(from: watched.firstPaint ?? 0).length, 1),
      resident: memory.resident, anonymous: memory.anonymous, census: census)
  }

  private func tell(_ ours: [Start], _ theirs: [Start], windows count: Int) {
    func pairs(_ what: (Start) -> Double) -> Pairs {
      Pairs(ours: ours.map(what), theirs: theirs.map(what))
    }
    let size = count == 1 ? "1 window" : "\(count) windows of all kinds"
    report.section("Start with \(size)", theirs: "windows in C")
    report.add(Finding("first paint", pairs(\.firstPaint), limit: .times(1.15)))
    if count > 1 {
      report.add(Finding("every window painted once", pairs(\.firstOfLast), limit: nil))
    }
    report.add(Finding("all painted", pairs(\.allPainted), limit: .times(1.3)))
    report.add(Finding("resident (VmRSS)", pairs(\.resident), in: .megabytes, limit: .times(1.5)))
    report.add(
      Finding("of that, anonymous (RssAnon)", pairs(\.anonymous), in: .megabytes, limit: nil))
    report.add(
      Finding("the main thread at a stretch, after the first paint", pairs(\.stall), limit: nil))
    let shown = pairs { Double($0.census.widgets.shown) }
    report.add(Finding("widgets shown", shown, in: .pieces, limit: nil))
    report.add(
      Finding("widgets in all", pairs { Double($0.census.widgets.all) }, in: .pieces, limit: nil))
    guard let our = ours.last?.census, let their = theirs.last?.census else { return }
    tellTypes(our, their)
  }

  /// The most frequent types of widget, in both.
  private func tellTypes(_ ours: Census, _ theirs: Census) {
    let names = Set(ours.types.keys).union(theirs.types.keys)
    let counts = names.map { name in
      (name, ours.types[name] ?? Census.Count(), theirs.types[name] ?? Census.Count())
    }
    let most = counts.sorted { $0.1.shown + $0.2.shown > $1.1.shown + $1.2.shown }.prefix(16)
    let texts = most.map { "\($0) \($1.shown):\($2.shown) (\($1.all):\($2.all))" }
    report.say("\nWidgets shown, Vitrine:C (and in all): \(texts.joined(separator: ", "))")
  }
}

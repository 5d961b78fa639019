// SPDX-License-Identifier: Apache-2.0
// `./dev bench state`: what very many windows cost the main thread and the disk. Writing is
// measured in turns with bare C that writes as many files of the same size, on the same disk in the
// same run, because ratios are more reliable than milliseconds.

import Foundation
import StateBaseline
import StateRestoration

@main
@MainActor
struct StateBench {
  private let windows: Int
  private let rounds: Int
  private let scratch: URL
  private let clock = ContinuousClock()

  /// Not `async`: then the main queue is served by whichever thread is free, and the time that the
  /// main thread has worked is that of another one.
  static func main() throws {
    var windows = 10_000
    var rounds = 5
    var scratch = FileManager.default.temporaryDirectory
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      let value = arguments.popFirst()
      switch (argument, value, value.flatMap { Int($0) }) {
      case ("--windows", _, let number?) where number > 0: windows = number
      case ("--rounds", _, let number?) where number > 0: rounds = number
      case ("--scratch", let path?, _): scratch = URL(fileURLWithPath: path)
      default:
        print("usage: ./dev bench state [--windows N] [--rounds N] [--scratch DIR]")
        exit(2)
      }
    }
    let directory = scratch.appendingPathComponent("state-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let bench = StateBench(windows: windows, rounds: rounds, scratch: directory)
    Task {
      var failure: (any Error)?
      do { try await bench.run() } catch { failure = error }
      try? FileManager.default.removeItem(at: directory)
      if let failure { print("The benchmark failed: \(failure)") }
      exit(failure == nil ? 0 : 1)
    }
    RunLoop.main.run()
  }

  private func run() async throws {
    let coordinator = coordinator()
    _ = await coordinator.begin(.always)
    let opening = clock.measure {
      for number in 0..<windows { _ = openPage(number, coordinator) }
    }
    line("open \(windows) windows, main thread", milliseconds(opening))
    line("longest work on the main thread at the first save", try await settle(coordinator))

    var ours: [Double] = []
    var bare: [Double] = []
    var main: [Double] = []
    var longest: [Double] = []
    let size = try sizeOfARecord()
    let baseline = scratch.appendingPathComponent("bare")
    try FileManager.default.createDirectory(at: baseline, withIntermediateDirectories: true)
    for round in 1...rounds {
      let start = clock.now
      main.append(
        milliseconds(
          clock.measure {
            for scene in coordinator.scenes { scene.set(round, for: "Page.scroll") }
          }))
      longest.append(try await settle(coordinator))
      ours.append(milliseconds(clock.now - start))
      let files = windows
      let path = baseline.path
      let took = await Task.detached {
        ContinuousClock().measure { _ = bare_writes(path, Int32(files), size) }
      }.value
      bare.append(milliseconds(took))
    }
    line("set one value in each, main thread", median(main))
    line("write \(windows) records of \(size) bytes", median(ours))
    line("the same in bare C", median(bare))
    line("ratio", median(zip(ours, bare).map { $0 / $1 }), unit: "×")
    line("longest work on the main thread meanwhile", median(longest))

    try await typeIntoLongTexts(coordinator)
    await startAgain()
    await endOnDisk()
    let forgetting = clock.measure { coordinator.forget() }
    line("forget, main thread", milliseconds(forgetting))
    let ending = clock.measure { coordinator.end(keepingWindows: false) }
    line("end and forget \(windows) windows", milliseconds(ending))
    // `end` waits no longer than a user would; the writer is still removing files.
    let left = scratch.appendingPathComponent("state/v1/windows.forgotten").path
    while FileManager.default.fileExists(atPath: left) {
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// A start with all windows, and an end that keeps them: what they take of the processors, on a disk in memory.
  private func startAgain() async {
    let disk = RestorationEnvironment(fileSystem: MemoryFileSystem())
    let first = coordinator(disk)
    _ = await first.begin(.always)
    for number in 0..<windows { _ = openPage(number, first) }
    first.flush(within: 60)
    first.end(keepingWindows: true)
    let second = coordinator(disk)
    second.register("page") { _ in }
    let start = ofProcess()
    let restoration = await second.begin(.always)
    let read = ofProcess()
    await second.restore(restoration, pause: {})
    let restored = ofProcess()
    line("read \(restoration.scenes.count) windows at a start", read - start)
    line("restore them", restored - read)
    for scene in second.scenes { scene.set(1, for: "Page.scroll") }
    let changed = ofProcess()
    second.end(keepingWindows: true)
    line("end with all of them changed", ofProcess() - changed)
  }

  /// The same on the disk that is measured, by the clock on the wall: an end with all of them changed, and the start after it.
  private func endOnDisk() async {
    let place = scratch.appendingPathComponent("ended")
    let first = coordinator(RestorationEnvironment(), in: place)
    _ = await first.begin(.always)
    for number in 0..<windows { _ = openPage(number, first) }
    first.flush(within: 60)
    for scene in first.scenes { scene.set(1, for: "Page.scroll") }
    line(
      "end with all of them changed, on the disk",
      milliseconds(clock.measure { first.end(keepingWindows: true) }))
    let second = coordinator(RestorationEnvironment(), in: place)
    second.register("page") { _ in }
    let start = clock.now
    let restoration = await second.begin(.always)
    await second.restore(restoration, pause: {})
    line("begin and restore after that", milliseconds(clock.now - start))
    let kept = second.scenes.filter { $0.value(Int.self, for: "Page.scroll") == 1 }
    line("windows that are as they were at the end", Double(kept.count), unit: "")
    line("end at once", milliseconds(clock.measure { second.end(keepingWindows: true) }))
  }

  /// In a text, and in a value with such a text, with letters that are not ASCII, as most languages have. A key
  /// press is timed from when its text is there to when the kernel has the line of the journal; in turns
  /// with bare C that appends to another file.
  private func typeIntoLongTexts(_ coordinator: RestorationCoordinator) async throws {
    struct Draft: Codable, Equatable, Sendable { var title = "", text = "", caret = 0 }
    let place = StateKey("Page.place")
    guard let scene = coordinator.scenes.first else { return }
    let text = SceneStorage(wrappedValue: "", "Page.text", in: scene)
    let draft = SceneStorage(wrappedValue: Draft(), "Page.draft", in: scene)
    let name = StateKey("Page.edited")
    line("load of the machine", load(), unit: "")
    try await type("text", coordinator) { new, _, _ in text.wrappedValue = new }
    try await type("value with a text", coordinator) { new, caret, _ in
      draft.wrappedValue = Draft(title: "Wörter", text: new, caret: caret)
    }
    try await type("text, by its place", coordinator, edits: true) { new, _, edit in
      if let edit { _ = scene.edit(name, edit) } else { scene.set(new, for: name) }
    }
    // As Vitrine keeps its drafts; and with the caret, which a view tells of behind the text.
    let whole: (String, Int) -> Void = { new, caret in
      scene.set(Draft(title: "Wörter", text: new, caret: caret), for: place)
    }
    try await type("text of a value, by its place", coordinator, edits: true) { new, caret, edit in
      guard let edit else { return whole(new, caret) }
      _ = scene.edit(place, edit, at: ["text"])
    }
    try await type("the same, and the caret", coordinator, edits: true) { new, caret, edit in
      guard let edit else { return whole(new, caret) }
      _ = scene.edit(place, edit, at: ["text"], caretsAt: [["caret"]])
    }
    line("load of the machine", load(), unit: "")
  }

  private func type(
    _ what: String, _ coordinator: RestorationCoordinator, edits: Bool = false,
    _ press: (String, Int, TextEdit?) -> Void
  ) async throws {
    var bytes = Array(String(repeating: "wörter ", count: 50_000).utf8)
    press(String(decoding: bytes, as: UTF8.self), 0, nil)
    _ = try await settle(coordinator)
    let file = open(scratch.appendingPathComponent("bare.journal").path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let lineBytes = [UInt8](repeating: UInt8(ascii: "x"), count: 150)
    var (ours, wall, finding, appending) = (Series(), Series(), Series(), Series())
    // C has texts of its own: what it was a moment ago is as far from the processor as ours.
    var was = bytes + []
    for key in 0..<400 {
      let place = bytes.count / 16 * 8
      let edit = TextEdit(
        start: bytes[..<place].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }, inserted: "x")
      bytes.insert(UInt8(ascii: "x"), at: place)
      let new = String(decoding: bytes, as: UTF8.self)
      let now = bytes + []
      // Whoever comes first has nothing near the processor, not even what the kernel needs for a write.
      for turn in 0..<3 {
        switch (key + turn) % 3 {
        case 0:
          let start = clock.now
          ours.add(time { press(new, key, edit) })
          wall.add(milliseconds(clock.now - start))
        case 1: finding.add(time { _ = bare_key(file, was, was.count, now, now.count) })
        default: appending.add(time { _ = bare_append(file, lineBytes, lineBytes.count) })
        }
      }
      was = now
      try await Task.sleep(for: .milliseconds(5))
    }
    var hot = Series()
    for key in 0..<400 {
      let edit = TextEdit(start: 1000 + key, inserted: "x")
      let text =
        edits ? "" : String(decoding: bytes + [UInt8](repeating: 0x78, count: key), as: UTF8.self)
      hot.add(time { press(text, key, edit) })
    }
    print("A key press in a \(bytes.count / 1000) kB \(what):")
    line("  main thread, its own time", ours.median * 1000, unit: "µs")
    line("  by the wall clock", wall.median * 1000, unit: "µs")
    line("  longest, its own time", ours.longest * 1000, unit: "µs")
    line("  without anything in between", hot.median * 1000, unit: "µs")
    line("  bare C that finds the difference and appends it", finding.median * 1000, unit: "µs")
    line("  ratio", ours.ratio(to: finding), unit: "×")
    line("  bare C that only appends", appending.median * 1000, unit: "µs")
    line("  ratio", ours.ratio(to: appending), unit: "×")
  }

  /// What was measured, in order.
  private struct Series {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var median: Double { Self.median(values) }
    var longest: Double { values.max() ?? 0 }
    func ratio(to other: Series) -> Double {
      Self.median(zip(values, other.values).map { $0 / $1 })
    }

    private static func median(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
  }

  private func time(_ work: () -> Void) -> Double {
    let before = timeSpent()
    work()
    return timeSpent() - before
  }

  /// How many processes wanted a processor during the last minute.
  private func load() -> Double {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : -1
  }

  // MARK: Parts

  private func coordinator(
    _ environment: RestorationEnvironment = RestorationEnvironment(), in place: URL? = nil
  ) -> RestorationCoordinator {
    var configuration = RestorationConfiguration(
      applicationID: "org.example.StateBench", sceneKinds: ["page"],
      activityTypes: ["org.example.reading"], applicationVersion: "1",
      stateDirectory: place ?? scratch.appendingPathComponent("state"))
    configuration.environment = environment
    return RestorationCoordinator(configuration)
  }

  private func openPage(_ number: Int, _ coordinator: RestorationCoordinator) -> SceneSession {
    let scene = coordinator.makeScene(
      kind: "page",
      activity: UserActivity(
        type: "org.example.reading", title: "Page \(number)",
        targetContentIdentifier: "page-\(number)"))
    scene.geometry = SceneGeometry(width: 800, height: 600)
    scene.set(String(repeating: "note ", count: 100), for: "Page.note")
    scene.set(0, for: "Page.scroll")
    return scene
  }

  /// Waits until everything is on disk. Returns the longest piece of work on the main thread
  /// meanwhile in milliseconds, by its own clock, which stands still while others use the processor.
  private func settle(_ coordinator: RestorationCoordinator) async throws -> Double {
    var longest = 0.0
    coordinator.scenes.first?.saveNow()
    while !coordinator.isSaved {
      let before = timeSpent()
      try await Task.sleep(for: .milliseconds(1))
      longest = max(longest, timeSpent() - before)
    }
    return longest
  }

  /// Milliseconds for which this thread has worked.
  private func timeSpent() -> Double { milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The same of all threads.
  private func ofProcess() -> Double { milliseconds(CLOCK_PROCESS_CPUTIME_ID) }

  private func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  private func sizeOfARecord() throws -> Int {
    let folder = scratch.appendingPathComponent("state/v1/windows")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard let name = names.first(where: { $0.hasSuffix(".json") }) else { return 1000 }
    return try Data(contentsOf: folder.appendingPathComponent(name)).count
  }

  private func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private func line(_ what: String, _ value: Double, unit: String = "ms") {
    let name = what.padding(toLength: 52, withPad: " ", startingAt: 0)
    print(name + String(format: "%12.3f ", value) + unit)
  }
}

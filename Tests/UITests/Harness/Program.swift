// SPDX-License-Identifier: Apache-2.0
// A program that a test has started: its windows, its words, its end.

import CAtspi
import Foundation

/// A running program.
final class Program {
  let home: Home
  /// Where its standard output and standard error go.
  let logFile: URL
  private let child: Child
  private var knownWindows: [Window] = []

  init(child: Child, home: Home, logFile: URL) {
    self.child = child
    self.home = home
    self.logFile = logFile
  }

  var name: String { child.name }
  var pid: pid_t { child.pid }

  /// All it has said.
  var log: String {
    String(decoding: FileManager.default.contents(atPath: logFile.path) ?? Data(), as: UTF8.self)
  }

  // MARK: Windows

  /// Its windows at this moment.
  var windows: [Window] {
    get throws {
      let node = try Accessible.desktop().children.first { (try? $0.processID) == pid }
      let frames = try (node?.children ?? []).filter { frame in
        try Role.window.includes(frame.role) && frame.states.contains(ATSPI_STATE_SHOWING)
      }
      knownWindows = frames.map { frame in
        knownWindows.first { $0.node == frame } ?? Window(node: frame, program: self)
      }
      return knownWindows
    }
  }

  /// Waits for a window of this title.
  func window(
    titled title: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Window {
    try obtain("a window titled “\(title)”", file: file, line: line) {
      try insistOnRunning()
      let all = try windows
      let titles = try all.map { try $0.title }
      guard let index = titles.firstIndex(of: title) else {
        throw AccessibilityFailure(description: "there are \(titles)")
      }
      return all[index]
    }
  }

  /// Waits until it has exactly so many windows, and returns them.
  @discardableResult
  func expectWindows(
    _ count: Int, file: StaticString = #filePath, line: UInt = #line
  ) throws -> [Window] {
    try obtain("\(count) windows", file: file, line: line) {
      try insistOnRunning()
      let all = try windows
      guard all.count == count else {
        throw AccessibilityFailure(description: "there are \(try all.map { try $0.title })")
      }
      return all
    }
  }

  /// Its only window.
  func window(file: StaticString = #filePath, line: UInt = #line) throws -> Window {
    try expectWindows(1, file: file, line: line)[0]
  }

  /// Presses keys in whichever of its windows is in front.
  func press(_ keys: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let all = try windows
    guard let front = all.first(where: \.isActive) ?? all.first else {
      throw StepFailure(
        sentence: "\(name) has no window to press \(keys) in", file: file, line: line)
    }
    try front.press(keys, file: file, line: line)
  }

  /// Waits for an entry of the menu that is open, and chooses it.
  func chooseFromMenu(
    _ entry: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try obtain("a menu with “\(entry)”", file: file, line: line) {
      try insistOnRunning()
      return try windows.first { try $0.has(.menuItem, entry) }
    }
    .find(.menuItem, entry, file: file, line: line).click(file: file, line: line)
  }

  /// Types a path into the desktop's dialog of this title.
  func save(
    in title: String, as path: URL, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let screen = home.screen
    try eventually("the dialog has the keyboard", file: file, line: line) {
      let dialog = try screen.windows(of: pid).first { try screen.title(of: $0) == title }
      if let dialog { try screen.activate(dialog) }
      return dialog != nil
    }
    try screen.press("ctrl+a")
    try screen.type(path.path)
    try screen.press("shift+End")
    try screen.press("Delete")
    try screen.press("Return")
  }

  // MARK: Its end

  /// Quits with Ctrl+Q and waits for a clean end.
  func quit(file: StaticString = #filePath, line: UInt = #line) throws {
    try press("ctrl+q", file: file, line: line)
    let ending = try waitUntilExit(file: file, line: line)
    guard ending == .exited(0) else {
      throw StepFailure(sentence: "\(name) \(ending) when told to quit", file: file, line: line)
    }
  }

  /// Ends it as a power cut would: SIGKILL.
  func kill(file: StaticString = #filePath, line: UInt = #line) throws {
    child.send(signal: SIGKILL)
    try waitUntilExit(file: file, line: line)
  }

  /// Asks it to end as a log-out does: SIGTERM.
  func terminate() {
    child.send(signal: SIGTERM)
  }

  /// Lets `ShownTexts`, if it is loaded into it, write down what it shows.
  func tellWhatIsShown() {
    child.send(signal: SIGUSR1)
  }

  /// Lets it do nothing at all, as if it hung.
  func stop() {
    child.send(signal: SIGSTOP)
  }

  /// Lets it go on.
  func goOn() {
    child.send(signal: SIGCONT)
  }

  @discardableResult
  func waitUntilExit(
    timeout: TimeInterval = patience, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Ending {
    try child.waitForEnd(timeout: timeout, file: file, line: line)
  }

  var isRunning: Bool { child.ending == nil }

  /// Says inside a waiting step that the program has ended, and with which last words.
  func insistOnRunning() throws {
    guard let ending = child.ending else { return }
    throw Hopeless(sentence: "\(name) \(ending). Its last words: \(log.suffix(600))")
  }

  // MARK: Its conduct

  /// The warnings of GTK, GDK, GLib and their like in its log: a good program causes none.
  var complaints: [String] {
    log.split(separator: "\n").map(String.init).filter { line in
      (line.contains("-CRITICAL **") || line.contains("-WARNING **"))
        && !Program.mistakes.contains { line.hasSuffix($0) }
        && !line.contains(Program.unallocatedPart)
    }
  }

  /// What GTK says of itself; no program here calls these functions. 4.24: of its own frames on the tests'
  /// display; also where a dialog is in front of another window, by its source when the clock of a window that had begun a
  /// frame starts again (`gdk_frame_clock_start`). 4.18: its file dialog, if a path is typed before it has read the folder.
  private static let mistakes = [
    "gdk_frame_timings_submitted() called on submitted frame.",
    "gdk_frame_timings_throttling_hint: runtime check failed: (self->result != GDK_FRAME_PREPARING)",
    "gtk_tree_model_get_iter_first: assertion 'GTK_IS_TREE_MODEL (tree_model)' failed",
  ]

  /// A part of a scrollbar, which GTK alone makes, and which it shows a frame too early when the height of a long
  /// text turns out to be another one.
  private static let unallocatedPart = "Trying to snapshot GtkGizmo"

  /// How often a second its threads fell asleep, and so were woken, over some seconds of idling.
  func wakeupsPerSecond(over seconds: TimeInterval = 3) throws -> Double {
    let before = sleeps()
    usleep(useconds_t(seconds * 1_000_000))
    try insistOnRunning()
    let after = sleeps()
    let woken = after.map { thread, count in count - (before[thread] ?? 0) }
    return Double(woken.reduce(0, +)) / seconds
  }

  /// For each thread, how often it has gone to sleep of its own accord.
  private func sleeps() -> [String: Int] {
    let tasks = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(into: [:]) { counts, thread in
      let status = FileManager.default.contents(atPath: "\(tasks)/\(thread)/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches:") }
      counts[thread] = line.flatMap { Int($0.drop { !$0.isNumber }) }
    }
  }
}

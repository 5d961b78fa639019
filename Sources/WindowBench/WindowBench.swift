// SPDX-License-Identifier: Apache-2.0
// The whole benchmark: first the windows, compared with C; then one window on a catalogue of very many
// products, compared with ten.

import BenchTables
import Foundation

final class WindowBench {
  let options: WindowOptions
  let report = Report()
  /// The benchmark's own directory; it is removed with everything in it.
  let scratch: URL

  init(_ options: WindowOptions) {
    self.options = options
    scratch = options.scratch.standardizedFileURL.appendingPathComponent("vitrine-window-bench")
  }

  func measure() async throws {
    // Left over from an interrupted run.
    try? FileManager.default.removeItem(at: scratch)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    if let pictures = options.pictures {
      try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: scratch) }
    let programs = try Programs()
    let desktop = try PrivateDesktop(in: scratch.appendingPathComponent("desktop"))
    defer { desktop.end() }
    report.say(
      try Machine.description(scratch: scratch, programs: "Xvfb and openbox, drawn by cairo"))
    if options.includes(.start) { try await measureStarts(programs, desktop) }
    if !options.only.isDisjoint(with: [.catalogue, .typing, .scrolling]) || options.only.isEmpty {
      try await measureLargeCatalogue(programs, desktop)
    }
    report.say(
      """

      \(report.rows - report.misses) of \(report.rows) within their limits.
      """)
  }

  /// Keeps a picture of the screen, if that was asked for.
  func picture(_ name: String, of desktop: PrivateDesktop) throws {
    guard let pictures = options.pictures else { return }
    try desktop.run("import", ["-window", "root", pictures.appendingPathComponent(name).path])
  }
}

/// The programs that are started, which are beside this one.
struct Programs {
  let ours: URL
  let theirs: URL
  let watcher: URL
  /// Vitrine's, which what is compared with it uses, too: what styles cost is no difference.
  static let styleSheet = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Vitrine/App/style.css").standardizedFileURL.path

  init() throws {
    let place = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    ours = place.appendingPathComponent("vitrine")
    theirs = place.appendingPathComponent("WindowBaseline")
    watcher = place.appendingPathComponent("libWindowWatcher.so")
    for file in [ours, theirs, watcher, URL(fileURLWithPath: Self.styleSheet)]
    where !FileManager.default.isReadableFile(atPath: file.path) {
      throw Failure("\(file.path) is missing.")
    }
  }
}

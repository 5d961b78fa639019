// SPDX-License-Identifier: Apache-2.0
// How long the desktop's search waits for its answer: the program itself, on a bus and a display of
// its own, asked as GNOME asks. “Cold” means that the bus starts a process for the question.

import BenchTables
import Foundation

extension Bench {
  func measureDesktopAnswers(_ large: BenchCatalogue) async throws {
    report.section(
      "Answers to the desktop's search, \(large.size) products", ours: "until the answer",
      theirs: "–")
    let desktop = try BenchDesktop(large, in: scratch.appendingPathComponent("desktop"))
    defer { desktop.end() }
    let words = try Words()
    var ran: [Double] = []
    let cold = try await repeatedly(repetitions(Repetitions(atLeast: 5, enough: 10))) {
      try desktop.endProgram()
      let time = try await milliseconds { _ = try desktop.find(words.two) }
      ran.append(try desktop.processorTime())
      return time
    }
    report.add(
      Finding(
        "cold: two words of a title, the program is started for it", cold, limit: .milliseconds(300)
      ))
    report.add(Finding(Self.processorTime, Times(ran), limit: nil))
    for (name, text) in [
      ("the first letter of the commonest word", String(words.commonest.prefix(1))),
      ("two letters of it", String(words.commonest.prefix(2))), ("all of it", words.commonest),
      ("two words of a title", words.two), ("a rare word", words.rarest),
      ("one letter of it wrong", words.misspelt), ("no such word", "zzzyzx"),
    ] {
      ran = []
      let warm = try await repeatedly(repetitions()) {
        let before = try desktop.processorTime()
        let time = try await milliseconds { _ = try desktop.find(text) }
        ran.append(try desktop.processorTime() - before)
        return time
      }
      report.add(Finding("warm: \(name)", warm, limit: .milliseconds(50)))
      report.add(Finding(Self.processorTime, Times(ran), limit: nil))
    }
    let found = try desktop.find(words.commonest)
    let described = try await repeatedly(repetitions()) {
      try await milliseconds { try desktop.describe(found) }
    }
    report.add(
      Finding("warm: what is shown of \(found.count) results", described, limit: .milliseconds(50)))
  }
}

extension Bench {
  /// These do not change on a busy machine.
  fileprivate static let processorTime = "of that, on a processor"
}

/// A bus and a display with nothing else on them, and the program that the bus starts.
private final class BenchDesktop {
  private static let name = "org.vitrine.Vitrine"
  private let display = Process()
  private let bus = Process()
  private let connection: BusConnection

  init(_ catalogue: BenchCatalogue, in directory: URL) throws {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrine").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure("\(program) is not built.")
    }
    let data = directory.appendingPathComponent("data")
    for place in [data, directory.appendingPathComponent("services")] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: data.appendingPathComponent("vitrine"), withDestinationURL: catalogue.directory)
    let socket = directory.appendingPathComponent("bus").path
    try Data(
      "[D-BUS Service]\nName=\(Self.name)\nExec=\"\(program)\" --gapplication-service\n".utf8
    )
    .write(to: directory.appendingPathComponent("services/\(Self.name).service"))
    let configuration = directory.appendingPathComponent("bus.conf")
    try Data(
      """
      <busconfig>
        <type>session</type><listen>unix:path=\(socket)</listen>
        <servicedir>\(directory.path)/services</servicedir>
        <policy context="default">
          <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
        </policy>
      </busconfig>
      """.utf8
    ).write(to: configuration)

    let number = Pipe()
    Self.prepare(
      display, "Xvfb", arguments: ["-displayfd", "1", "-nolisten", "tcp"], output: number)
    try display.run()
    guard let line = String(bytes: number.fileHandleForReading.availableData, encoding: .utf8),
      !line.isEmpty
    else { throw Failure("There is no display: Xvfb did not start.") }
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = ":" + line.trimmingCharacters(in: .whitespacesAndNewlines)
    environment["WAYLAND_DISPLAY"] = nil
    environment["HOME"] = directory.path
    for (variable, place) in [
      ("DATA", "data"), ("STATE", "state"), ("CONFIG", "config"), ("CACHE", "cache"),
    ] { environment["XDG_\(variable)_HOME"] = directory.appendingPathComponent(place).path }
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(socket)"
    let ready = Pipe()
    Self.prepare(
      bus, "dbus-daemon",
      arguments: ["--config-file=\(configuration.path)", "--nofork", "--print-address=1"],
      output: ready)
    bus.environment = environment
    do {
      try bus.run()
      _ = ready.fileHandleForReading.availableData
      connection = try BusConnection(socket)
    } catch {
      Self.end(display)
      throw error
    }
  }

  private static func prepare(
    _ process: Process, _ program: String, arguments: [String], output: Pipe
  ) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
  }

  func find(_ words: String) throws -> [String] {
    var body = BusBytes()
    body.append(words.split(separator: " ").map(String.init))
    var answer = try call("GetInitialResultSet", body)
    return try answer.texts()
  }

  func describe(_ products: [String]) throws {
    var body = BusBytes()
    body.append(products)
    _ = try call("GetResultMetas", body)
  }

  private func call(_ method: String, _ body: BusBytes) throws -> BusBytes {
    try connection.call(
      Self.name, "/org/vitrine/Vitrine/SearchProvider",
      interface: "org.gnome.Shell.SearchProvider2", method: method, signature: "as", body: body)
  }

  /// How long the program has run on a processor, in milliseconds.
  func processorTime() throws -> Double {
    let process = try connection.askBus("GetConnectionUnixProcessID", about: Self.name)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    let nanoseconds = threads.compactMap { thread in
      // A thread may have ended meanwhile.
      try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/schedstat", encoding: .utf8)
        .split(separator: " ").first.flatMap { Double($0) }
    }
    return nanoseconds.reduce(0, +) / 1e6
  }

  /// Ends the program, if it is running, and waits until it is gone.
  func endProgram() throws {
    guard try connection.askBus("NameHasOwner", about: Self.name) == 1 else { return }
    let process = try connection.askBus("GetConnectionUnixProcessID", about: Self.name)
    kill(pid_t(process), SIGKILL)
    let deadline = ContinuousClock.now + .seconds(10)
    while try connection.askBus("NameHasOwner", about: Self.name) == 1 {
      guard ContinuousClock.now < deadline else { throw Failure("The program does not end.") }
      usleep(2_000)
    }
  }

  func end() {
    try? endProgram()
    Self.end(bus)
    Self.end(display)
  }

  // What a thread of Swift's starts may have the other signals blocked.
  private static func end(_ process: Process) { kill(process.processIdentifier, SIGKILL) }
}

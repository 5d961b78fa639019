// SPDX-License-Identifier: Apache-2.0
// What a program uses of the machine, as the kernel counts it.

import Foundation

struct ProcessUse {
  /// That the main thread was on a processor, since the start or since an earlier look.
  private(set) var seconds: Double
  /// In MB: what is its own and in memory.
  let memory: Double
  /// In kB: the deepest that the main thread's stack has ever been.
  let stack: Double
  let descriptors: Double
  let threads: Double

  init(of program: Program) throws {
    try program.insistOnRunning()
    let process = "/proc/\(program.pid)"
    let status = try String(contentsOfFile: process + "/status", encoding: .utf8)
    let number = { (name: String) -> Double in
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line.flatMap { Double($0.filter(\.isNumber)) } ?? .nan
    }
    seconds = try Self.mainThreadSeconds(of: program.pid)
    memory = number("RssAnon") / 1_024
    stack = number("VmStk")
    threads = number("Threads")
    descriptors = Double(try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count)
  }

  init(of program: Program, since earlier: ProcessUse) throws {
    try self.init(of: program)
    seconds -= earlier.seconds
  }

  static func mainThreadSeconds(of pid: pid_t) throws -> Double {
    let times = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/schedstat", encoding: .utf8)
    guard let spent = times.split(separator: " ").first.flatMap({ Double($0) }) else {
      throw CommandFailure(description: "the main thread of \(pid) says “\(times)”")
    }
    return spent / 1e9
  }

  func described(changes: Int) -> String {
    let each = (seconds / Double(changes) * 10_000).rounded() / 10
    return "\(each) ms a change, \(memory.rounded()) MB, stack \(stack) kB, "
      + "\(Int(descriptors)) files, \(Int(threads)) threads"
  }
}

extension Program {
  /// Waits until its main thread has nothing left to do: it sleeps, for longer than it waits between two frames.
  func comesToRest(file: StaticString = #filePath, line: UInt = #line) throws {
    var before = -1.0
    var rests = 0
    try obtain("\(name) is at rest", file: file, line: line) {
      try insistOnRunning()
      let stat = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/stat", encoding: .utf8)
      let now = try ProcessUse.mainThreadSeconds(of: pid)
      // Behind the name, which is in brackets.
      let sleeps = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].hasPrefix(") S")
      rests = sleeps && now == before ? rests + 1 : 0
      before = now
      // Each look is later after the last one than the one before.
      return rests == 5 ? true : nil
    }
  }

  /// Waits until its main thread has done something since an earlier look and has nothing left to do.
  func comesToRest(
    after earlier: ProcessUse, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var before = earlier.seconds
    try obtain("\(name) is at rest", longestPause: 5_000, file: file, line: line) {
      try insistOnRunning()
      let now = try ProcessUse.mainThreadSeconds(of: pid)
      defer { before = now }
      return now > earlier.seconds && now == before ? true : nil
    }
  }
}

// A session manager on the tests' own bus, which says what programs ask of it and announces a log-out
// when a test wants one.

import CGtk
import Foundation
import XCTest

final class SessionManager {
  private let child: Child
  private let log: URL
  private let input = Pipe()

  /// Starts it, and returns once programs can find it.
  init(_ home: Home, isXfce: Bool = false) throws {
    log = home.folder.appendingPathComponent("session-manager.log")
    child = try Child(
      Home.built("SessionManagerStandIn"), isXfce ? ["xfce"] : [], environment: home.environment,
      output: log,
      input: input.fileHandleForReading.fileDescriptor)
    try expect("ready ")
  }

  deinit { child.send(signal: SIGKILL) }

  /// What it was asked, in this order.
  var lines: [String] {
    String(decoding: FileManager.default.contents(atPath: log.path) ?? Data(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  func expect(_ start: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try eventually("“\(start)” in what the session manager was asked", file: file, line: line) {
      lines.contains { $0.hasPrefix(start) }
    }
  }

  /// Asks whether everybody is ready for a log-out, and waits for the answer.
  func askBeforeLogOut(file: StaticString = #filePath, line: UInt = #line) throws {
    let before = answers
    input.fileHandleForWriting.write(Data("query\n".utf8))
    try eventually("an answer before the log-out", file: file, line: line) { answers > before }
  }

  /// Logs out.
  func logOut() { input.fileHandleForWriting.write(Data("end\n".utf8)) }

  private var answers: Int { lines.filter { $0.hasPrefix("answered") }.count }
}

// SPDX-License-Identifier: Apache-2.0
// Runs other programs to the end: the sqlite3 shell, and processes that are measured.

import Foundation

/// Runs a program in `directory` and returns its output. Throws its error output when it fails.
@discardableResult
package func outputOfProgram(
  _ program: String, _ arguments: [String] = [], input: String = "", in directory: URL
) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.currentDirectoryURL = directory
  let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
  process.standardInput = stdin
  process.standardOutput = stdout
  process.standardError = stderr
  try process.run()
  // Input and output are smaller than a pipe's buffer, so this cannot block.
  try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
  try stdin.fileHandleForWriting.close()
  let answer = try stdout.fileHandleForReading.readToEnd() ?? Data()
  let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure("\(program) failed: \(String(decoding: complaint, as: UTF8.self))")
  }
  return String(decoding: answer, as: UTF8.self)
}

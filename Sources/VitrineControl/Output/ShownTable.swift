// SPDX-License-Identifier: Apache-2.0
// A table that goes to standard output as its format has it. A terminal is steered by nothing in it, as by no other line, and
// gets it line by line: the writers' pieces end anywhere, even within a letter.

import Foundation
import Synchronization
import Wording

final class ShownTable: Sendable {
  private let isOnTerminal = isatty(STDOUT_FILENO) == 1
  /// The beginning of a line, on a terminal.
  private let rest = Mutex<[UInt8]>([])

  func write(_ bytes: ArraySlice<UInt8>) {
    guard isOnTerminal else { return Terminal.write(bytes) }
    let lines = rest.withLock { rest in
      rest += bytes
      let end = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      defer { rest.removeFirst(end) }
      return Array(rest[..<end])
    }
    show(lines)
  }

  /// What has no end of a line.
  func end() {
    show(
      rest.withLock { rest in
        defer { rest = [] }
        return rest
      })
  }

  private func show(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    // The ends of lines are those of the format, of which a terminal needs the last character.
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    Terminal.write(Array(text.printable(lines: true, tabs: true).utf8)[...])
  }
}

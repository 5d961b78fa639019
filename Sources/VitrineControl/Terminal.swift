// Output to the terminal, and the exit status.

import Foundation
import Synchronization

enum Terminal {
  static func say(_ text: String) { say(Data((text + "\n").utf8)) }

  static func say(_ data: Data) {
    show("")
    write(data, to: .standardOutput)
  }

  static func complain(_ text: String) {
    show("")
    write(Data("vitrinectl: \(text)\n".utf8), to: .standardError)
  }

  /// Asks the person a yes-or-no question; anything but yes means no. Nil if nobody can be asked.
  static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isWatched else { return nil }
    show("")
    write(Data("\(question) [y/N] ".utf8), to: .standardError)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Replaces the progress line by `text` if standard error is a terminal. An empty text removes
  /// it.
  static func show(_ text: String) {
    put(text, isQuiet: false)
  }

  /// Says that a call is still working if it has printed nothing for a second and its output goes
  /// to the terminal: not in the middle of `vitrinectl … | less`.
  static func showAtWork(_ word: String, since start: Date) {
    guard isatty(STDOUT_FILENO) == 1, shown.isQuiet else { return }
    put("vitrinectl \(word): working for \(Int(Date().timeIntervalSince(start))) s", isQuiet: true)
  }

  /// Asks a yes-or-no question; false if there is nobody to answer.
  static func ask(_ question: String) -> Bool {
    guard isWatched, isatty(STDIN_FILENO) == 1 else { return false }
    show("")
    shown.isPaused = true
    defer { shown.isPaused = false }
    write(Data("\(question) [y/N] ".utf8), to: .standardError)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return answer == "y" || answer == "yes"
  }

  private static func put(_ text: String, isQuiet: Bool) {
    guard isWatched, shown.replace(by: text, isQuiet: isQuiet) else { return }
    write(Data("\r\u{1b}[K\(text)".utf8), to: .standardError)
  }

  static let isWatched = isatty(STDERR_FILENO) == 1
  private static let shown = ShownLine()

  // If the reader has exited (`vitrinectl … | head -1`), the rest is dropped silently: nobody would
  // read an error, and the work itself is done. `main` ignores the signal that would end the
  // process.
  private static func write(_ data: Data, to handle: FileHandle) {
    try? handle.write(contentsOf: data)
  }
}

/// The progress line.
private final class ShownLine: Sendable {
  private let line = Mutex((text: "", lastWord: Date(), isWaiting: false))

  /// Replaces the line; returns whether it changed.
  func replace(by new: String, isQuiet: Bool) -> Bool {
    line.withLock { line in
      if !isQuiet { line.lastWord = Date() }
      defer { line.text = new }
      return line.text != new
    }
  }

  /// Whether nothing has been printed, shown or asked for a second.
  var isQuiet: Bool {
    line.withLock { !$0.isWaiting && Date().timeIntervalSince($0.lastWord) >= 1 }
  }

  /// Whether a question is waiting for an answer.
  var isPaused: Bool {
    get { line.withLock { $0.isWaiting } }
    set { line.withLock { $0.isWaiting = newValue } }
  }
}

/// How a call ended, for a script.
enum ExitStatus: Int32 {
  case fine = 0
  /// A problem was found, or the command failed.
  case failed = 1
  case usage = 2
  /// A product has changed since the revision that an edit was based on.
  case conflict = 3
  /// Stopped with Ctrl-C: 128 plus the number of the signal, as in shells.
  case stopped = 130
}

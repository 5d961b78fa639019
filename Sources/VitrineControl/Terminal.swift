// What is written to the terminal, and the two ways a call ends other than by its work: it was
// not understood, or the person stopped it.

import Foundation

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

  /// Asks the person a question of yes or no, no being meant by anything but yes. Nil when there is
  /// nobody to ask.
  static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isWatched else { return nil }
    show("")
    write(Data("\(question) [y/N] ".utf8), to: .standardError)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Puts `text` in place of the line that stands there, if there is somebody to watch it. An
  /// empty one removes it.
  static func show(_ text: String) {
    put(text, isQuiet: false)
  }

  /// Says that a call is still at work, if it has shown nothing for a second and there is nobody
  /// but the person to read what it says: not in the middle of `vitrinectl … | less`.
  static func showAtWork(_ word: String, since start: Date) {
    guard isatty(STDOUT_FILENO) == 1, shown.isQuiet else { return }
    put("vitrinectl \(word): at work for \(Int(Date().timeIntervalSince(start))) s", isQuiet: true)
  }

  private static func put(_ text: String, isQuiet: Bool) {
    guard isWatched, shown.replace(by: text, isQuiet: isQuiet) else { return }
    write(Data("\r\u{1b}[K\(text)".utf8), to: .standardError)
  }

  static let isWatched = isatty(STDERR_FILENO) == 1
  private static let shown = ShownLine()

  // When the reader went away (`vitrinectl … | head -1`) the rest is dropped without a word: there
  // is nobody to tell, and the work itself is done. `main` ignores the signal that would end it.
  private static func write(_ data: Data, to handle: FileHandle) {
    try? handle.write(contentsOf: data)
  }
}

/// The line that is shown for as long as something takes; the lock guards it.
private final class ShownLine: @unchecked Sendable {
  private let lock = NSLock()
  private var text = ""
  private var lastWord = Date()

  /// Whether there is anything to write.
  func replace(by new: String, isQuiet: Bool) -> Bool {
    lock.withLock {
      if !isQuiet { lastWord = Date() }
      defer { text = new }
      return text != new
    }
  }

  /// Whether nobody has said or shown anything for a second.
  var isQuiet: Bool { lock.withLock { Date().timeIntervalSince(lastWord) >= 1 } }
}

/// How a call ended, for a script.
enum ExitStatus: Int32 {
  case fine = 0
  /// A problem was found, or what was asked for could not be done.
  case failed = 1
  case usage = 2
  /// A product has changed since the revision that an edit was based on.
  case conflict = 3
  /// Stopped with Ctrl-C: 128 and the number of the signal, as shells have it.
  case stopped = 130
}

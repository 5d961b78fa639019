// What is written to the terminal, and the two ways a call ends other than by its work: it was
// not understood, or the person stopped it.

import Foundation

enum Terminal {
  static func say(_ text: String) { write(Data((text + "\n").utf8), to: .standardOutput) }
  static func say(_ data: Data) { write(data, to: .standardOutput) }

  static func complain(_ text: String) {
    write(Data("vitrinectl: \(text)\n".utf8), to: .standardError)
  }

  /// Puts `text` in place of the line that stands there, if there is somebody to watch it.
  static func show(_ text: String) {
    guard isWatched else { return }
    write(Data("\r\u{1b}[K\(text)".utf8), to: .standardError)
  }

  static let isWatched = isatty(STDERR_FILENO) == 1

  // When the reader went away (`vitrinectl … | head -1`) the rest is dropped without a word: there
  // is nobody to tell, and the work itself is done. `main` ignores the signal that would end it.
  private static func write(_ data: Data, to handle: FileHandle) {
    try? handle.write(contentsOf: data)
  }
}

/// How a call ended, for a script.
enum ExitStatus: Int32 {
  case fine = 0
  /// A problem was found, or what was asked for could not be done.
  case failed = 1
  case misunderstood = 2
  /// A product has changed since the revision that an edit was based on.
  case outdated = 3
  /// Stopped with Ctrl-C: 128 and the number of the signal, as shells have it.
  case stopped = 130
}

/// The words of the call make no sense; the message says why.
struct Misunderstood: Error {
  let message: String
}

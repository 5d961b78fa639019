// Output to the terminal, and the exit status.

import Foundation
import Synchronization
import Wording

enum Terminal {
  /// Prints lines. Control characters in them, which may come from a file of somebody else's, do
  /// not reach the terminal.
  static func say(_ text: String) {
    write(Array((text.printable(lines: true, tabs: true) + "\n").utf8)[...])
  }

  /// Prints bytes that are clean already.
  static func write(_ bytes: ArraySlice<UInt8>) {
    show("")
    let failure = put(bytes, on: STDOUT_FILENO)
    if failure != 0 { giveUp(failure) }
  }

  /// Prints a message on standard error: a sentence or, in a call with “--json”, an object.
  static func complain(_ text: String) {
    show("")
    let text = text.printable(lines: true)
    let line = speaksJSON ? (try? jsonText(of: ["error": text], inLines: false)) : nil
    _ = put(Array("\(line ?? "vitrinectl: \(text)")\n".utf8)[...], on: STDERR_FILENO)
  }

  private static let speaksJSON =
    CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  /// Ends this process as soon as nobody reads its output any more (`vitrinectl list | head -1`),
  /// whatever it is doing. Only for a call that changes nothing.
  static func endWithItsReader() {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else { return }
    Thread.detachNewThread {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while output.revents & Int16(POLLERR | POLLNVAL) == 0 {
        guard poll(&output, 1, -1) >= 0 || errno == EINTR else { return }
      }
      _exit(ExitStatus.readerGone.rawValue)
    }
  }

  /// What was to be printed is lost, so the call must not look like a success. If the reader itself
  /// is gone, there is nothing to report.
  private static func giveUp(_ failure: Int32) -> Never {
    guard failure != EPIPE else { _exit(ExitStatus.readerGone.rawValue) }
    complain(tr("The output could not be written: %@.", String(cString: strerror(failure))))
    _exit(ExitStatus.failed.rawValue)
  }

  /// Writes all of `bytes`; returns what went wrong, or 0.
  private static func put(_ bytes: ArraySlice<UInt8>, on descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno == EAGAIN {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
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

  /// Asks a yes-or-no question; anything but yes means no. Nil if there is nobody to answer.
  static func ask(_ question: String) -> Bool? {
    guard isWatched, isatty(STDIN_FILENO) == 1 else { return nil }
    show("")
    shown.isPaused = true
    defer { shown.isPaused = false }
    _ = put(Array("\(question.printable(lines: true)) [y/N] ".utf8)[...], on: STDERR_FILENO)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Says, once, that another program is writing.
  static func sayWaiting() {
    guard hasSaidWaiting.exchange(true, ordering: .relaxed) == false else { return }
    complain(tr("Another program is changing the catalogue; waiting until it has finished."))
  }

  private static let hasSaidWaiting = Atomic(false)

  private static func put(_ text: String, isQuiet: Bool) {
    guard isWatched, shown.replace(by: text, isQuiet: isQuiet) else { return }
    _ = put(Array("\r\u{1b}[K\(text.printable())".utf8)[...], on: STDERR_FILENO)
  }

  static let isWatched = isatty(STDERR_FILENO) == 1
  private static let shown = ShownLine()
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
  /// Nobody reads the output any more: likewise, of SIGPIPE.
  case readerGone = 141
}

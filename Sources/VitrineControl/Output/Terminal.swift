// SPDX-License-Identifier: Apache-2.0
// Output to the terminal.

import Foundation
import Synchronization
import Wording

enum Terminal {
  /// Prints lines. Control characters in them, which may come from a file of somebody else's, do
  /// not reach the terminal.
  static func say(_ text: String) {
    let text = text.printable(lines: true, tabs: true, isolates: true)
    write(Array((text + "\n").utf8)[...])
  }

  /// Prints bytes that are clean already.
  static func write(_ bytes: ArraySlice<UInt8>) {
    show("")
    let failure = put(bytes, on: STDOUT_FILENO)
    if failure != 0 { giveUp(failure, on: bytes) }
  }

  /// Says whether something was changed, so that what is printed is the answer to that.
  struct Answered: Sendable {
    let wasMade: @Sendable () -> Bool
  }

  /// From now on, what cannot be printed is the answer to a change if one was made.
  static func answers(_ change: Answered) {
    answered.withLock { $0 = change }
  }

  private static let answered = Mutex<Answered?>(nil)

  /// Standard input, output and errors that the caller has closed: otherwise a file of the catalogue would get their
  /// number, and what is printed would be written into it. Reading and writing them fails as before.
  static func keepPlaces() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Prints a message on standard error: a sentence or, in a call with “--json”, an object.
  static func complain(_ text: String) {
    show("")
    let text = text.printable(lines: true, isolates: true)
    let line = speaksJSON ? (try? Output.line(of: ["error": text])) : nil
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

  /// What was to be printed is lost, so the call must not look like a success; but whoever repeats one that has changed
  /// something would do it twice. If the reader itself is gone and nothing was changed, there is nothing to report.
  private static func giveUp(_ failure: Int32, on bytes: ArraySlice<UInt8>) -> Never {
    let status = failure == EPIPE ? ExitStatus.readerGone : .failed
    let reason = String(cString: strerror(failure))
    if answered.withLock({ $0 })?.wasMade() == true {
      complain(
        tr(
          "The output could not be written: %@. What was asked for is done all the same, and need not be done again. The answer is:",
          reason))
      _ = put(bytes, on: STDERR_FILENO)
    } else if status == .failed {
      complain(tr("The output could not be written: %@.", reason))
    }
    _exit(status.rawValue)
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
    let seconds = "\(Int(Date().timeIntervalSince(start)))"
    put(tr("vitrinectl %1$@: working for %2$@ s", word, seconds), isQuiet: true)
  }

  /// Asks a yes-or-no question; anything but yes means no. Nil if there is nobody to answer.
  static func ask(_ question: String) -> Bool? {
    guard isWatched, isatty(STDIN_FILENO) == 1 else { return nil }
    show("")
    shown.isPaused = true
    defer { shown.isPaused = false }
    let hint = tr(
      "[y/N]", context: "answers to a question: their first letters, as in the other text")
    let question = question.printable(lines: true, isolates: true)
    _ = put(Array("\(question) \(hint) ".utf8)[...], on: STDERR_FILENO)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    let yes = tr("yes", context: "answer to a question: typed as a whole, or its first letter")
    return answer.map { ["y", "yes", String(yes.prefix(1)), yes].contains($0) } ?? false
  }

  /// Asks for one of several words, of which the first letters are enough, and “all” behind it if it counts for what
  /// follows, too; asks again after anything else. Nil if there is nobody to answer.
  static func choose(
    _ question: String, among words: [String], mayBeForAll: Bool = false
  ) -> (word: String, isForAll: Bool)? {
    guard isWatched, isatty(STDIN_FILENO) == 1 else { return nil }
    show("")
    shown.isPaused = true
    defer { shown.isPaused = false }
    let question = question.printable(lines: true, isolates: true)
    while true {
      let hint = words.joined(separator: "/") + (mayBeForAll ? " +all" : "")
      _ = put(Array("\(question) [\(hint)] ".utf8)[...], on: STDERR_FILENO)
      guard let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased() else {
        return nil
      }
      let typed = answer.split(separator: " ")
      let meant = words.filter { word in typed.first.map { word.hasPrefix($0) } ?? false }
      let isForAll = typed.count == 2 && mayBeForAll && ["all", "+all"].contains(typed[1])
      if meant.count == 1, typed.count == 1 || isForAll { return (meant[0], isForAll) }
    }
  }

  /// The first line of standard input, which is not shown while it is typed; nil if it is empty.
  static func readSecret(_ question: String) -> String? {
    var settings = termios()
    let isTyped = tcgetattr(STDIN_FILENO, &settings) == 0
    if isTyped {
      show("")
      shown.isPaused = true
      _ = put(
        Array("\(question.printable(lines: true, isolates: true)) ".utf8)[...], on: STDERR_FILENO)
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    defer {
      if isTyped {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        _ = put([0x0a], on: STDERR_FILENO)
        shown.isPaused = false
      }
    }
    return readLine().flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Says, once, that another program is writing.
  static func sayWaiting() {
    guard hasSaidWaiting.exchange(true, ordering: .relaxed) == false else { return }
    complain(tr("Another program is changing the catalogue; waiting until it has finished."))
  }

  private static let hasSaidWaiting = Atomic(false)

  private static func put(_ text: String, isQuiet: Bool) {
    guard isWatched, shown.replace(by: text, isQuiet: isQuiet) else { return }
    _ = put(Array("\r\u{1b}[K\(text.printable(isolates: true))".utf8)[...], on: STDERR_FILENO)
  }

  static let isWatched = isatty(STDERR_FILENO) == 1
  private static let shown = ShownLine()
}

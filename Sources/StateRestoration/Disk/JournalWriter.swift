// SPDX-License-Identifier: Apache-2.0
// Two queues for journals: one creates them and appends to them where the main thread should not, one
// waits for the disk. So a slow disk delays neither the main thread nor what is appended.

import Foundation

/// Does what the main thread may not do with journals.
final class JournalWriter: Sendable {
  private let queue = DispatchQueue(label: "state-restoration.journal", qos: .userInitiated)
  private let flushQueue = DispatchQueue(label: "state-restoration.journal-flush", qos: .utility)

  /// Creates the file if necessary, and appends lines. Waits for at most `seconds`, and returns
  /// the result if it is there by then; `finish` is called on the main thread otherwise.
  func append(
    _ lines: [JournalLine], to file: JournalFile, waitingFor seconds: Double,
    _ finish: @escaping @MainActor @Sendable (JournalResult) -> Void
  ) -> JournalResult? {
    let answer = Locked(Answer())
    let done = DispatchSemaphore(value: 0)
    queue.async {
      let (start, waits) = (DispatchTime.now().uptimeNanoseconds, ThreadWaits.count)
      var failure: StateFileFailure?
      var size = 0
      do {
        try file.open()
        let bytes = lines.reduce(into: [UInt8]()) { $0 += $1.bytes }
        size = bytes.count
        try file.append(bytes)
      } catch {
        failure = error as? StateFileFailure ?? StateFileFailure(file.path, EIO)
      }
      let took = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      let result = JournalResult(
        failure: failure, size: size, seconds: took, waited: ThreadWaits.count > waits)
      let isTooLate = answer.withLock { answer in
        answer.result = result
        return answer.isTooLate
      }
      done.signal()
      if isTooLate { DispatchQueue.main.async { MainActor.assumeIsolated { finish(result) } } }
    }
    if seconds > 0 { _ = done.wait(timeout: .now() + seconds) }
    return answer.withLock { answer in
      answer.isTooLate = answer.result == nil
      return answer.result
    }
  }

  private struct Answer: Sendable {
    var result: JournalResult?
    var isTooLate = false
  }

  /// Waits until what was appended to these files is on the disk.
  func flush(
    _ files: [JournalFile], _ finish: @escaping @MainActor @Sendable (StateFileFailure?) -> Void
  ) {
    flushQueue.async {
      var failure: StateFileFailure?
      for file in files {
        do { try file.flush() } catch {
          failure = error as? StateFileFailure ?? StateFileFailure(file.path, EIO)
        }
      }
      // All are in one directory.
      do { try files.first?.flushName() } catch {
        failure = failure ?? error as? StateFileFailure
      }
      let found = failure
      DispatchQueue.main.async { MainActor.assumeIsolated { finish(found) } }
    }
  }

  /// Closes a file, after everything requested so far.
  func release(_ file: JournalFile) { flushQueue.async { withExtendedLifetime(file) {} } }

  /// Returns when everything requested so far is done.
  func finish() async {
    for queue in [queue, flushQueue] {
      await withCheckedContinuation { done in queue.async { done.resume() } }
    }
  }
}

/// What became of lines that were appended.
struct JournalResult: Sendable {
  let failure: StateFileFailure?
  let size: Int
  let seconds: Double
  /// Whether the thread waited for something meanwhile: if it did not, it only had to share its processor.
  let waited: Bool
}

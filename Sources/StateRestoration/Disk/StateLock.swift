// SPDX-License-Identifier: Apache-2.0
// Only one process at a time may write to a directory. The kernel releases the lock when its holder
// dies, for whatever reason; the holder's ID in the file is for people, and for file systems
// without locks.

import Foundation

/// The lock on a state directory, held until this object is released.
final class StateLock {
  /// Another process holds it.
  struct Taken: Error, Equatable {}

  private let files: any StateFileSystem
  private let file: Int32

  init(_ directory: StateDirectory, _ environment: RestorationEnvironment) throws {
    files = environment.fileSystem
    let path = directory.lock
    file = try files.open(path, .locking)
    let bootID = environment.bootID() ?? ""
    do {
      let isFree: Bool
      do { isFree = try files.lock(file, path) } catch let failure as StateFileFailure
        where [ENOLCK, ENOSYS, ENOTSUP].contains(failure.code)
      {
        isFree = !Self.isHeld(try files.read(file, 200, path: path), environment, bootID: bootID)
      }
      guard isFree else { throw Taken() }
      try files.truncate(file, path)
      // The lock holds even if there is no room for this.
      _ = try? files.write(file, Data("\(environment.processID) \(bootID)\n".utf8), path: path)
    } catch {
      files.close(file)
      throw error
    }
  }

  deinit { files.close(file) }

  // A lock of a dead process, or from another boot, does not count.
  private static func isHeld(
    _ holder: Data, _ environment: RestorationEnvironment, bootID: String
  ) -> Bool {
    let words = String(decoding: holder, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let word = words.first, let processID = Int32(word), processID > 0 else { return false }
    let itsBoot = words.count > 1 ? String(words[1]) : ""
    return itsBoot == bootID && processID != environment.processID
      && environment.isRunning(processID)
  }
}

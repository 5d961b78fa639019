// One process at a time writes to a directory. The kernel gives the lock back when its holder dies,
// however it dies; the holder's name in the file is for people, and for file systems that know no
// locks.

import Foundation

/// The lock on a state directory, held until this goes.
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
        isFree = !Self.isHeld(try files.read(file, 200, path), environment, bootID)
      }
      guard isFree else { throw Taken() }
      try files.truncate(file, path)
      // Without room even for this the lock still holds.
      _ = try? files.write(file, Data("\(environment.processID) \(bootID)\n".utf8), path)
    } catch {
      files.close(file)
      throw error
    }
  }

  deinit { files.close(file) }

  // A lock of a dead process, or of another boot, is nobody's.
  private static func isHeld(
    _ holder: Data, _ environment: RestorationEnvironment, _ bootID: String
  ) -> Bool {
    let words = String(decoding: holder, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let word = words.first, let processID = Int32(word), processID > 0 else { return false }
    let itsBoot = words.count > 1 ? String(words[1]) : ""
    return itsBoot == bootID && processID != environment.processID
      && environment.isRunning(processID)
  }
}

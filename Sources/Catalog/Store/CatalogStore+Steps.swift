// Steps between copies of a catalogue: the history of one, applied in another.

import Foundation

extension CatalogStore {
  /// Writes the history to a directory, with the pictures that its steps need, for `applyHistory` in
  /// another copy of this catalogue. A history that is in the directory is replaced.
  public func exportHistory(to directory: URL) async throws -> HistoryExport {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try StepExport(connection: connection, pictureFiles: pictureFiles)
        .write(to: directory.path)
    }
  }

  /// Passes the lines of the history to `output`, piece by piece, without pictures.
  public func exportHistory(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
  ) async throws -> HistoryExport {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try StepExport(connection: connection, pictureFiles: pictureFiles).write(to: output)
    }
  }

  /// Applies the steps of another copy's history that have not been here, one after the other; each
  /// can be undone like a command of this copy. One that does not go together with what was done here
  /// throws `CatalogError.stepRefused`: nothing of it is applied, nor of those after it.
  ///
  /// - Parameters:
  ///   - path: a file, or a directory that `exportHistory` wrote; “-” for standard input.
  ///   - progress: called after each step, on any thread, with what has been done so far.
  public func applyHistory(
    from path: String, progress: @escaping @Sendable (HistoryArrival) -> Void = { _ in }
  ) async throws -> HistoryArrival {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    let pictureFiles = database.pictureFiles
    let file = try await offThread { [database] in
      UnsafeStepFile(
        file: try StepFile(path, spoolingIn: database.file.directory, into: pictureFiles))
    }
    defer { file.file.pictures.discard() }
    var arrival = HistoryArrival()
    while let part = try await applyNext(of: file) {
      arrival.applied += part.applied
      arrival.known += part.known
      progress(arrival)
    }
    return arrival
  }

  /// Applies the next step, or takes back what was undone; nil at the end.
  private func applyNext(of file: UnsafeStepFile) async throws -> HistoryArrival? {
    // A step cannot be read again, so it is not the one that is asked about.
    try await database.changeHistory(mayAsk: false) { history in
      switch try file.file.nextPart() {
      case .undone(let steps):
        let outcome = try history.takeBack(steps)
        let count = outcome.value
        return (HistoryArrival(applied: count, known: steps.count - count), outcome.changes)
      case .step(let step):
        let outcome = try history.arrive(step) { body in
          try file.file.forEachPatch { patch in
            try file.file.storePicture(of: patch)
            try body(patch)
          }
          try file.file.pictures.makeDurable()
        }
        let count = outcome.value ? 1 : 0
        return (HistoryArrival(applied: count, known: 1 - count), outcome.changes)
      case nil: return (nil, [])
      }
    }
  }
}

/// A file that is read on one thread at a time.
private struct UnsafeStepFile: @unchecked Sendable {
  let file: StepFile
}

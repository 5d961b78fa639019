// SPDX-License-Identifier: Apache-2.0
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

  /// Passes on each step of the history as bytes, for `applySteps` in another copy of this catalogue:
  /// those that were undone, the newest first, and then those that stand, the oldest first.
  public func exportSteps(
    to receiver: @escaping @Sendable (StepBytes) throws -> Void
  ) async throws {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      _ = try StepExport(connection: connection, pictureFiles: pictureFiles)
        .forEachStep(receiver)
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
    try await apply(progress: progress) { file, pictureFiles in
      try StepReader(path, spoolingIn: file.directory, into: pictureFiles)
    }
  }

  /// Applies the steps of another copy's history, whatever was done in both: what only one of the two has touched is
  /// as that one has it, and what both have is asked about. All of it is one transaction, so that nothing is done if
  /// somebody stops. Once the other copy has applied the history of this one, both are equal.
  ///
  /// - Parameters:
  ///   - tell: called with how many questions follow, before the first of them; answers can lead to more.
  ///   - answer: says what to have; nil stops, and the question is thrown as `CatalogError.undecided`.
  ///   - path: as for `applyHistory(from:progress:)`; the whole of an export.
  public func applyHistory(
    from path: String, whenAsking tell: @escaping @Sendable (Int) -> Void = { _ in },
    answering answer: @escaping @Sendable (CopyQuestion) async throws -> CopyAnswer?
  ) async throws -> HistoryArrival {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    let steps = try await offThread { [database] in
      UnsafeStepReader(
        reader: try StepReader(
          path, spoolingIn: database.file.directory, into: database.pictureFiles))
    }
    defer { steps.reader.pictures.discard() }
    var answers: [CopyQuestion: CopyAnswer] = [:]
    while true {
      do {
        return try await database.changeHistory(mayAsk: false) { [answers] history in
          try steps.reader.merge(into: history, answers)
        }
      } catch let unanswered as CopyMerge.Unanswered {
        tell(unanswered.questions.count)
        for question in unanswered.questions {
          guard let given = try await answer(question) else {
            throw CatalogError.undecided(question)
          }
          answers[question] = given
        }
        try steps.reader.rewind()
      }
    }
  }

  /// Applies steps as `applyHistory` does.
  ///
  /// - Parameter pictures: finds a picture that is not here by its name, one of `StepBytes.pictures`.
  public func applySteps(
    _ steps: [StepBytes], pictures: @escaping @Sendable (String) throws -> PictureSource
  ) async throws -> HistoryArrival {
    try await apply { try StepReader(steps, into: $1, pictures: pictures) }
  }

  private func apply(
    progress: @escaping @Sendable (HistoryArrival) -> Void = { _ in },
    _ open: @escaping @Sendable (CatalogFile, PictureFiles) throws -> StepReader
  ) async throws -> HistoryArrival {
    if isReadOnly { throw CatalogError.readOnly(file: database.file.path) }
    let steps = try await offThread { [database] in
      UnsafeStepReader(reader: try open(database.file, database.pictureFiles))
    }
    defer { steps.reader.pictures.discard() }
    var arrival = HistoryArrival()
    while let part = try await applyNext(of: steps) {
      arrival.applied += part.applied
      arrival.known += part.known
      progress(arrival)
    }
    arrival.missingPictures = try await database.underLock {
      (try steps.reader.storeLackingPictures($0), [])
    }
    progress(arrival)
    return arrival
  }

  /// Applies the next step, or takes back what was undone; nil at the end.
  private func applyNext(of steps: UnsafeStepReader) async throws -> HistoryArrival? {
    // A step cannot be read again, so it is not the one that is asked about.
    try await database.changeHistory(mayAsk: false) { history in
      switch try steps.reader.nextPart() {
      case .undone(let undone):
        let outcome = try history.takeBack(undone)
        let count = outcome.value
        return (HistoryArrival(applied: count, known: undone.count - count), outcome.changes)
      case .step(let step):
        let outcome = try history.arrive(step) { body in
          try steps.reader.forEachPatch { patch in
            try steps.reader.storePicture(of: patch)
            try body(patch)
          }
          try steps.reader.pictures.makeDurable()
        }
        let count = outcome.value ? 1 : 0
        return (HistoryArrival(applied: count, known: 1 - count), outcome.changes)
      case nil: return (nil, [])
      }
    }
  }
}

extension StepReader {
  fileprivate func merge(
    into history: History, _ answers: [CopyQuestion: CopyAnswer]
  ) throws -> History.Outcome<HistoryArrival> {
    let merge = try CopyMerge(
      into: history, known: known ?? [:], touched: touched, state: state, answers: answers)
    var arrival = HistoryArrival()
    while let part = try nextPart() {
      switch part {
      case .undone(let undone):
        let count = try merge.takeBack(undone)
        arrival.applied += count
        arrival.known += undone.count - count
      case .step(let step):
        let isNew = try merge.arrive(step) { body in
          try forEachPatch { patch in
            try storePicture(of: patch)
            merge.see(patch)
            try body(patch)
          }
        }
        if isNew { arrival.applied += 1 } else { arrival.known += 1 }
      }
    }
    arrival.decided = try merge.finish()
    // Of whatever row became what it is: one that somebody decided for comes in no step.
    arrival.missingPictures = try storeLackingPictures(history.connection)
    return (arrival, merge.changes)
  }
}

/// Read on one thread at a time.
private struct UnsafeStepReader: @unchecked Sendable {
  let reader: StepReader
}

// SPDX-License-Identifier: Apache-2.0
// Writing the history for other copies of the catalogue, as a file or step by step.

import Foundation

/// What an export of the history wrote.
public struct HistoryExport: Sendable, Equatable, Encodable {
  public var steps = 0
  public var pictures = 0
  /// Steps of versions of the program that gave them no identifier: they cannot be applied elsewhere.
  public var leftOut = 0
  /// The names of pictures whose files could not be read, and are not in it.
  public var missingPictures: [String] = []
}

/// Writes the history of a catalogue.
struct StepExport {
  static let fileName = "history.jsonl"

  let connection: Connection
  let pictureFiles: PictureFiles

  /// Writes to a directory, which is created if there is none. A history in it is replaced.
  func write(to directory: String) throws -> HistoryExport {
    if mkdir(directory, 0o700) != 0 {
      guard errno == EEXIST else { throw CatalogError(systemError: errno, file: directory) }
      guard isDirectory(directory) else { throw CatalogError.notADirectory(file: directory) }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      guard names.isEmpty || names.contains(Self.fileName) else {
        throw CatalogError.exists(file: directory)
      }
    }
    let file = try NewFile("\(directory)/\(Self.fileName)")
    var (pictures, missing): (Int, Set<String>) = (0, [])
    var result = try write(to: file.write) { name, source in
      let copy = "\(directory)/\(name)"
      guard access(copy, F_OK) != 0, !missing.contains(name) else { return }
      // One that is missing here is no reason to keep the rest back.
      guard let bytes = try? readFile(source, atMost: PictureFormat.largestFile) else {
        missing.insert(name)
        return
      }
      let file = try NewFile(copy)
      try file.write(bytes[...])
      try file.putInPlace(asOneOfMany: true)
      pictures += 1
    }
    try file.putInPlace()
    (result.pictures, result.missingPictures) = (pictures, missing.sorted())
    return result
  }

  /// Writes the lines in pieces. `keep` gets the name and the file of each picture that they need: those of steps, and
  /// those that rows have now, since one that was here before its step was forgotten can come back elsewhere.
  func write(
    to output: @escaping (ArraySlice<UInt8>) throws -> Void,
    keeping keep: @escaping (String, String) throws -> Void = { _, _ in }
  ) throws -> HistoryExport {
    var result = HistoryExport()
    var bytes: [UInt8] = []
    try History(connection: connection).forEachKnown { bytes += StepLine.known($0).bytes }
    try History(connection: connection).forEachTouched { id, touched in
      bytes += StepLine.touched(id, touched).bytes
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    result.leftOut = try forEachLine { line in
      bytes += line.bytes
      switch line {
      case .step: result.steps += 1
      case .patch, .stepEnd, .historyEnd, .known, .touched, .state: break
      }
      if let picture = line.picture { try keep(picture.name, pictureFiles.path(picture)) }
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    try CopyState(connection: connection).forEachTouched { row in
      let line = StepLine.state(row)
      bytes += line.bytes
      if let picture = line.picture { try keep(picture.name, pictureFiles.path(picture)) }
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    bytes += StepLine.historyEnd(steps: result.steps).bytes
    try output(bytes[...])
    return result
  }

  /// Passes on each step as a whole. Returns how many are left out.
  func forEachStep(_ body: @escaping (StepBytes) throws -> Void) throws -> Int {
    var bytes: [UInt8] = []
    return try forEachLine { line in
      bytes += line.bytes
      guard case .stepEnd = line else { return }
      try body(StepBytes(bytes))
      bytes = []
    }
  }

  private func forEachLine(_ body: @escaping (StepLine) throws -> Void) throws -> Int {
    try History(connection: connection).exportSteps { step, readPatches in
      var patches = 0
      try body(.step(step))
      try readPatches { patch in
        patches += 1
        try body(.patch(patch))
      }
      try body(.stepEnd(patches: patches))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Writing the history for other copies of the catalogue, as a file or step by step.

import Foundation

/// What an export of the history wrote.
public struct HistoryExport: Sendable, Equatable, Encodable {
  public var steps = 0
  public var pictures = 0
  /// Steps of versions of the program that gave them no identifier: they cannot be applied elsewhere.
  public var leftOut = 0
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
    var pictures = 0
    var result = try write(to: file.write) { name, source in
      let copy = "\(directory)/\(name)"
      guard access(copy, F_OK) != 0 else { return }
      let file = try NewFile(copy)
      try file.write(readFile(source, atMost: PictureFormat.largestFile)[...])
      try file.putInPlace(asOneOfMany: true)
      pictures += 1
    }
    try file.putInPlace()
    result.pictures = pictures
    return result
  }

  /// Writes the lines in pieces. `keep` gets the name and the file of each picture that they need.
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
      case .patch(let patch):
        guard let picture = patch.picture else { break }
        let path = pictureFiles.path(hash: picture.hash, fileExtension: picture.fileExtension)
        try keep(picture.name, path)
      case .stepEnd, .historyEnd, .known, .touched, .state: break
      }
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    try CopyState(connection: connection).forEachTouched { row in
      bytes += StepLine.state(row).bytes
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

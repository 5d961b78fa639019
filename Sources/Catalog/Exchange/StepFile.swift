// The history of a catalogue as a file for other copies of it: lines of steps, with the pictures beside
// it that the steps need. It is read twice: first as a whole, so that nothing of a file with a wrong
// line is applied, and then step by step.

import Foundation

/// What an export of the history wrote.
public struct HistoryExport: Sendable, Equatable, Encodable {
  public var steps = 0
  public var pictures = 0
  /// Steps of versions of the program that gave them no identifier: they cannot be applied elsewhere.
  public var leftOut = 0
}

/// What was done with the steps of another copy.
public struct HistoryArrival: Sendable, Equatable, Encodable {
  public var applied = 0
  /// Steps that have been here before, or were undone before they arrived.
  public var known = 0

  public init(applied: Int = 0, known: Int = 0) {
    self.applied = applied
    self.known = known
  }
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
    func write(_ line: StepLine) throws {
      bytes += line.bytes
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    result.leftOut = try History(connection: connection).exportSteps { step, readPatches in
      result.steps += 1
      try write(.step(step))
      try readPatches { patch in
        try write(.patch(patch))
        guard let picture = patch.picture else { return }
        let path = pictureFiles.path(hash: picture.hash, fileExtension: picture.fileExtension)
        try keep(picture.name, path)
      }
    }
    try write(.end(steps: result.steps))
    try output(bytes[...])
    return result
  }
}

/// A file of steps that is being read.
final class StepFile {
  let pictures: ImportedPictures
  private let lines: LineReader
  private let pictureFiles: PictureFiles
  /// A line that was read too far.
  private var next: StepLine?

  /// Opens a file, an exported directory, or standard input for “-”, and checks all lines. What does
  /// not come from a plain file is kept in `directory` until this is released.
  init(_ path: String, spoolingIn directory: String, into pictureFiles: PictureFiles) throws {
    let file = isDirectory(path) ? "\(path)/\(StepExport.fileName)" : path
    lines = try LineReader(file, spoolingIn: directory)
    self.pictureFiles = pictureFiles
    let beside = file.contains("/") ? (file as NSString).deletingLastPathComponent : "."
    pictures = ImportedPictures(into: pictureFiles) {
      try PictureSource(named: $0, in: beside)
    }
    var (steps, isWhole) = (0, false)
    while let line = try line() {
      switch line {
      case .step: steps += 1
      case .end(let count): isWhole = count == steps
      case .patch(let patch):
        guard steps > 0, !isWhole else { throw refused(.key("table", .unknownKey)) }
        if let picture = patch.picture, !isThere(picture) { pictures.read(picture.name) }
      }
    }
    guard isWhole else { throw refused(.key("steps", .mustBe(.wholeNumber))) }
    try lines.rewind()
  }

  /// What comes next: a step, whose patches must be read before this is called again, or some steps that
  /// were undone.
  enum Part {
    case step(TravellingStep)
    case undone([TravellingStep])
  }

  func nextPart() throws -> Part? {
    var undone: [TravellingStep] = []
    while true {
      try forEachPatch { _ in }
      guard case .step(let step) = next, step.isUndone else { break }
      undone.append(step)
      next = nil
    }
    if !undone.isEmpty { return .undone(undone) }
    defer { next = nil }
    if case .step(let step) = next { return .step(step) }
    return nil
  }

  /// Calls `body` for each patch of the step.
  func forEachPatch(_ body: (StepPatch) throws -> Void) throws {
    while next == nil, let line = try line() {
      if case .patch(let patch) = line { try body(patch) } else { next = line }
    }
  }

  /// Puts the picture of a patch in place if it is not there.
  func storePicture(of patch: StepPatch) throws {
    guard let picture = patch.picture, !isThere(picture) else { return }
    let stored = try pictures.store(picture.name)
    guard stored.hash == picture.hash, stored.format.rawValue == picture.fileExtension else {
      throw CatalogError.picture(file: picture.name, problem: .missing)
    }
  }

  private func isThere(_ picture: StepPatch.Picture) -> Bool {
    let path = pictureFiles.path(hash: picture.hash, fileExtension: picture.fileExtension)
    return access(path, R_OK) == 0
  }

  private func line() throws -> StepLine? {
    do {
      return try lines.next().map { try StepLine($0) }
    } catch {
      throw LineProblem(error).map(refused) ?? error
    }
  }

  private func refused(_ problem: LineProblem) -> any Error {
    let line = BadLine(line: lines.number, problem: problem)
    return CatalogError.badLines(file: lines.name, lines: [line], count: 1)
  }
}

extension StepPatch {
  /// A picture's file.
  struct Picture {
    let hash: String
    let fileExtension: String
    var name: String { "\(hash).\(fileExtension)" }
  }

  /// The picture that the step needs.
  var picture: Picture? {
    guard table.name == RecordedTable.picture.name, case .text(let hash)?? = new?["hash"],
      case .text(let name)?? = new?["extension"], hash.utf8.count == 64,
      hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      PictureFormat(rawValue: name) != nil
    else { return nil }
    return Picture(hash: hash, fileExtension: name)
  }
}

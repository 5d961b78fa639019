// SPDX-License-Identifier: Apache-2.0
// Steps that were written in another copy of the catalogue. They are read twice: first as a whole, so that
// nothing of a history with a wrong line is applied, and then step by step.

import Foundation

/// What was done with the steps of another copy.
public struct HistoryArrival: Sendable, Equatable, Encodable {
  public var applied = 0
  /// What both copies had changed, and somebody decided.
  public var decided = 0
  /// Steps that have been here before, or were undone before they arrived.
  public var known = 0
  /// The names of pictures that are not here, nor with the history. They come with a later one that has them.
  public var missingPictures: [String] = []

  public init(applied: Int = 0, known: Int = 0, decided: Int = 0) {
    (self.applied, self.known, self.decided) = (applied, known, decided)
  }
}

/// Steps that are being read.
final class StepReader {
  let pictures: ImportedPictures
  private let lines: LineReader
  private let pictureFiles: PictureFiles
  /// A line that was read too far.
  private var next: StepLine?
  /// The steps that the other copy knows, with their turns, and its rows as they are; nil if it does not say.
  private(set) var known: [UUID: Int]?
  private(set) var state: [HubRow] = []
  /// What steps have touched that do not travel themselves.
  private(set) var touched: [UUID: TouchedRows] = [:]
  /// The pictures of steps and rows that were not here when they were read.
  private var lacking: [StepPatch.Picture] = []
  /// Whether a picture that is found nowhere is named at the end, and keeps nothing back.
  private let mayLackPictures: Bool

  /// Opens a file, an exported directory, or standard input for “-”, and checks all lines. What does
  /// not come from a plain file is kept in `directory` until this is released.
  convenience init(
    _ path: String, spoolingIn directory: String, into pictureFiles: PictureFiles
  ) throws {
    let file = isDirectory(path) ? "\(path)/\(StepExport.fileName)" : path
    let beside = file.contains("/") ? (file as NSString).deletingLastPathComponent : "."
    let lines = try LineReader(file, spoolingIn: directory)
    try self.init(lines, isFile: true, into: pictureFiles) {
      try PictureSource(named: $0, in: beside)
    }
  }

  /// - Parameter pictures: finds a picture by its name.
  convenience init(
    _ steps: [StepBytes], into pictureFiles: PictureFiles,
    pictures: @escaping (String) throws -> PictureSource
  ) throws {
    let lines = LineReader(steps.flatMap(\.bytes))
    try self.init(lines, isFile: false, into: pictureFiles, pictures: pictures)
  }

  private init(
    _ lines: LineReader, isFile: Bool, into pictureFiles: PictureFiles,
    pictures: @escaping (String) throws -> PictureSource
  ) throws {
    (self.lines, mayLackPictures) = (lines, isFile)
    self.pictureFiles = pictureFiles
    self.pictures = ImportedPictures(into: pictureFiles, from: pictures)
    var (wholeness, seen): (WholeSteps, Set<String>) = (WholeSteps(), [])
    while let line = try line() {
      do { try wholeness.add(line) } catch let problem as LineProblem { throw refused(problem) }
      if let picture = line.picture, !isThere(picture), seen.insert(picture.name).inserted {
        lacking.append(picture)
        self.pictures.read(picture.name)
      }
      switch line {
      case .known(let turns): known = (known ?? [:]).merging(turns) { max($0, $1) }
      case .state(let row): state.append(row)
      case .touched(let id, let rows): touched[id, default: TouchedRows()].formUnion(rows)
      case .step, .patch, .stepEnd, .historyEnd: break
      }
    }
    guard isFile ? wholeness.isEnded : wholeness.isBetweenSteps else {
      throw refused(.notWhole)
    }
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
      switch line {
      case .patch(let patch): try body(patch)
      case .step: next = line
      case .stepEnd, .historyEnd, .known, .touched, .state: break
      }
    }
  }

  /// Begins again with the first step.
  func rewind() throws {
    next = nil
    try lines.rewind()
  }

  /// Puts the picture of a patch in place if it is not there.
  func storePicture(of patch: StepPatch) throws {
    guard let picture = patch.picture, !isThere(picture) else { return }
    do { try store(picture) } catch CatalogError.picture where mayLackPictures {}
  }

  /// Puts those pictures in place that something here refers to, whatever brought it here, and still lacks. Returns the
  /// names of those that are found nowhere. Call it when all is applied.
  func storeLackingPictures(_ connection: Connection) throws -> [String] {
    var missing: [String] = []
    let references = try PictureReferences(in: connection)
    for picture in lacking where try !isThere(picture) && references.include(picture.hash) {
      do { try store(picture) } catch CatalogError.picture { missing.append(picture.name) }
    }
    try pictures.makeDurable()
    return missing.sorted()
  }

  private func store(_ picture: StepPatch.Picture) throws {
    let stored = try pictures.store(picture.name)
    guard stored.hash == picture.hash, stored.format.rawValue == picture.fileExtension else {
      throw CatalogError.picture(file: picture.name, problem: .missing)
    }
  }

  private func isThere(_ picture: StepPatch.Picture) -> Bool {
    access(pictureFiles.path(picture), R_OK) == 0
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

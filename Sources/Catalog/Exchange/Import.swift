// Importing many products: one transaction, one step of undo, all or nothing. A file is read once,
// line by line. After a bad line the rest is still checked, so that a user learns of all errors
// at once; everything stored until then is rolled back.

import Foundation

/// The result of an import.
public struct ImportResult: Sendable, Equatable, Encodable {
  public var added = 0
  public var updated = 0
  /// Products that existed and did not change.
  public var unchanged = 0

  public init(added: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.added = added
    self.updated = updated
    self.unchanged = unchanged
  }
}

/// The progress of a long command.
public struct ExchangeProgress: Sendable {
  /// Receives it from time to time, on a thread of the catalogue; throws to stop the command.
  public typealias Report = @Sendable (ExchangeProgress) throws -> Void

  public let products: Int
  /// From 0 to 1; nil if the size is not known.
  public let fraction: Double?
}

struct Import {
  let pictureFiles: PictureFiles
  let historyBounds: HistoryBounds
  let progress: ExchangeProgress.Report

  init(into database: Database, progress: @escaping ExchangeProgress.Report) {
    pictureFiles = database.pictureFiles
    historyBounds = database.historyBounds
    self.progress = progress
  }

  /// Bad lines beyond this number are only counted.
  private static let mostReasons = 20

  // MARK: From where

  func store(
    _ products: GeneratedProducts, _ connection: Connection
  ) throws -> Database.Outcome<ImportResult> {
    var pictures = Dictionary(uniqueKeysWithValues: GeneratedPictures.all.map { ($0.hash, $0) })
    return try carryOut(connection, .adding, count: products.count) { step in
      try ReadAhead.run({
        let iterator = products.makeIterator()
        return { Array(iterator.prefix(256)) }
      }) { entries in
        while let entry = try entries.next({ try report(step.count, of: products.count) }) {
          for place in entry.product.pictures {
            // Each one is stored when it is first used.
            guard let picture = pictures.removeValue(forKey: place.contentHash) else { continue }
            if try pictureFiles.store(picture) { step.newPictures.append(place) }
          }
          let done = step.count + step.result.unchanged
          if done.isMultiple(of: 200) { try report(done, of: products.count) }
          try step.add(entry)
        }
      }
    }
  }

  /// The lines of a file that was read to its end.
  struct Lines: Sendable {
    fileprivate let file: ProductFile
    /// To be discarded at the end.
    let pictures: ImportedPictures
    /// All of them, unless they are many: then they are parsed again, which takes less than memory
    /// for all of them is worth.
    fileprivate let kept: [ProductFile.Line]?
    fileprivate let count: Int
  }

  /// Files with no more bytes than this are parsed once; their lines take about twice as much
  /// memory.
  private static let mostKept = 64 << 20

  /// Reads and parses a file to its end, without the catalogue's lock: who writes the other end of a
  /// pipe may take any time. What is wrong is reported together with what only the catalogue can
  /// tell. Pictures are read, too, except those of products that `isLeft` says will be left alone.
  func read(_ file: ProductFile, unless isLeft: (EntryLine) -> Bool) throws -> Lines {
    let pictures = ImportedPictures(from: file.pictures, into: pictureFiles)
    var kept: [ProductFile.Line]? = []
    var (count, length) = (0, 0)
    try ReadAhead.run({ file.next }) { lines in
      while let line = try lines.next({ try report(0, nil) }) {
        count += 1
        length += line.length
        if length > Self.mostKept { kept = nil }
        kept?.append(line)
        if line.number % 200 == 1 { try report(0, line.fraction.map { $0 / 4 }) }
        guard case .success(let entry) = line.content, let places = entry.pictures,
          !places.isEmpty, !isLeft(entry)
        else { continue }
        for place in places {
          try report(0, line.fraction.map { $0 / 4 })
          pictures.read(place.file)
        }
      }
    }
    if kept == nil { try file.rewind() }
    return Lines(file: file, pictures: pictures, kept: kept, count: count)
  }

  func store(
    _ lines: Lines, isUpdating: Bool, on connection: Connection
  ) throws -> Database.Outcome<ImportResult> {
    let moment = Date()
    return try carryOut(connection, isUpdating ? .importing : .adding, count: lines.count) { step in
      var bad: [BadLine] = []
      var countOfBad = 0
      func store(_ line: ProductFile.Line) throws {
        do {
          if line.number % 200 == 1 {
            try report(line.number - 1, 0.25 + 0.75 * Double(line.number) / Double(lines.count))
          }
          try self.store(
            line.content.get(), lines.pictures, isUpdating: isUpdating, at: moment, step: &step)
        } catch {
          guard let problem = LineProblem(error) else { throw error }
          countOfBad += 1
          if bad.count < Self.mostReasons {
            bad.append(.init(line: line.number, problem: problem))
          }
        }
      }
      if let kept = lines.kept {
        try kept.forEach(store)
      } else {
        try ReadAhead.run({ lines.file.next }) { ahead in
          while let line = try ahead.next({ try report(step.count, nil) }) { try store(line) }
        }
      }
      guard bad.isEmpty else {
        throw CatalogError.badLines(file: lines.file.name, lines: bad, count: countOfBad)
      }
      try lines.pictures.makeDurable()
    }
  }

  private func report(_ done: Int, of count: Int) throws {
    try report(done, Double(done) / Double(max(1, count)))
  }

  private func report(_ done: Int, _ fraction: Double?) throws {
    try progress(ExchangeProgress(products: done, fraction: fraction))
  }

  // MARK: One step

  /// What has been done so far.
  private struct Step {
    var bulk: BulkWrite
    var result = ImportResult()
    var newPictures: [ProductPicture] = []
    /// The custom fields that lines may name, by `nameKey`.
    var fields: [String: CustomField]
    /// Pictures that have been read, by name, so that one that many products share is read once.
    /// Only some are remembered: a catalogue may have any number.
    var pictures: [String: (hash: String, format: PictureFormat)] = [:]

    init(bulk: BulkWrite) throws {
      self.bulk = bulk
      fields = try bulk.fieldsByName()
    }

    /// A line's values for custom fields, by field identifier.
    func values(of line: EntryLine) throws -> [UUID: FieldValue?] {
      var values: [UUID: FieldValue?] = [:]
      for (name, member) in line.values {
        guard let field = fields[CustomField.key(of: name)] else {
          throw InvalidValue(InvalidValue.Field(name, isCustom: true), .unknownField)
        }
        values[field.id] = .some(try member.value(of: field))
      }
      return values
    }

    var count: Int { result.added + result.updated }

    mutating func add(_ entry: CatalogEntry) throws {
      guard try bulk.add(entry) else {
        result.unchanged += 1
        return
      }
      result.added += 1
    }
  }

  private func carryOut(
    _ connection: Connection, _ kind: BulkWrite.Kind, count: Int,
    _ body: (inout Step) throws -> Void
  ) throws -> Database.Outcome<ImportResult> {
    var newPictures: [ProductPicture] = []
    do {
      return try connection.transaction(.write) {
        let history = History(connection: connection, bounds: historyBounds)
        let (step, changes) = try history.record(.importProducts, count: \.count) {
          try BulkWrite.run(on: connection, kind, count: count) { bulk in
            var step = try Step(bulk: bulk)
            defer {
              newPictures = step.newPictures
              bulk = step.bulk
            }
            try body(&step)
            return step
          }
        }
        return (step.result, changes)
      }
    } catch {
      // Still under the lock, so nothing else can have started to use them.
      newPictures.forEach(pictureFiles.remove)
      throw error
    }
  }

  // MARK: One line

  private func store(
    _ line: EntryLine, _ files: ImportedPictures, isUpdating: Bool, at moment: Date,
    step: inout Step
  ) throws {
    if let field = line.field {
      step.fields[field.nameKey] = try step.bulk.merge(field)
      return
    }
    var line = line
    line.change.values = try step.values(of: line)
    let id = try line.id ?? owner(of: line.change.sku, isUpdating, in: step.bulk) ?? UUID()
    // Before its pictures are read: an unchanged product needs none.
    let isThere = try (isUpdating || line.pictures != nil) && step.bulk.isThere(id)
    if isThere, !isUpdating {
      step.result.unchanged += 1
      return
    }
    let pictures = try line.pictures.map { lines in
      try lines.map { try store($0, files, step: &step) }
    }
    guard isThere else {
      return try step.add(line.entry(id, pictures ?? [], at: moment))
    }
    if try step.bulk.change(id, at: moment, { try line.applied(to: $0, pictures) }) {
      step.result.updated += 1
    } else {
      step.result.unchanged += 1
    }
  }

  /// The product that a line without an identifier is about.
  private func owner(of sku: SKU??, _ isUpdating: Bool, in bulk: BulkWrite) throws -> UUID? {
    let owners = try bulk.owners(of: sku)
    if isUpdating, owners.count > 1, let sku = sku ?? nil {
      throw InvalidValue(.sku, .ambiguous(value: sku.text))
    }
    return owners.first
  }

  private func store(
    _ line: EntryLine.PictureLine, _ files: ImportedPictures, step: inout Step
  ) throws -> ProductPicture {
    let known = step.pictures[line.file]
    let (hash, format, isNew) =
      try known.map { ($0.hash, $0.format, false) } ?? files.store(line.file)
    let picture = try ProductPicture(
      id: line.id ?? UUID(), contentHash: hash, fileExtension: format.rawValue,
      caption: line.caption, turn: line.turn)
    if isNew { step.newPictures.append(picture) }
    if step.pictures.count >= 10_000 { step.pictures.removeAll() }
    step.pictures[line.file] = (hash, format)
    return picture
  }
}

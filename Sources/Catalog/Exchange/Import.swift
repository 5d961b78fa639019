// SPDX-License-Identifier: Apache-2.0
// Importing many products from any source. What a source has is read once before the lock is taken. After
// something wrong the rest is still checked, so that a user learns of all errors at once; everything stored
// until then is rolled back.

import Foundation

struct Import {
  private let source: any EntrySource
  private let database: Database
  private let progress: ExchangeProgress.Report
  /// Whether the catalogue was changed since the source was compared with it.
  private var isOvertaken = false

  init(
    from source: any EntrySource, into database: Database,
    progress: @escaping ExchangeProgress.Report
  ) {
    (self.source, self.database, self.progress) = (source, database, progress)
  }

  /// Reasons beyond this number are only counted.
  private static let mostReasons = 20

  private func report(_ done: Int, _ fraction: Double?) throws {
    try progress(ExchangeProgress(products: done, fraction: fraction))
  }

  // MARK: Reading

  /// What a source has, read to its end.
  struct Items: Sendable {
    /// To be discarded at the end.
    let pictures: ImportedPictures
    /// All of them, unless they are many: then they are read again, which takes less than memory for
    /// all of them is worth.
    fileprivate let kept: [ImportedItem]?
    fileprivate let count: Int
  }

  /// Sources with no more bytes than this are read once; what they have takes about twice as much
  /// memory.
  private static let mostKept = 64 << 20

  /// Reads the source to its end, without the catalogue's lock: who writes the other end of a pipe may
  /// take any time. What is wrong is reported together with what only the catalogue can tell. Pictures
  /// are read, too, except those of products that `isLeft` says will be left alone.
  func read(unless isLeft: (ImportedEntry) -> Bool) throws -> Items {
    let pictures = ImportedPictures(into: database.pictureFiles, from: source.picture)
    var kept: [ImportedItem]? = []
    var (count, length) = (0, 0)
    try ReadAhead.run({ source.next }) { items in
      while let item = try items.next({ try report(0, nil) }) {
        count += 1
        length += item.length
        if length > Self.mostKept { kept = nil }
        kept?.append(item)
        let fraction = item.fraction.map { $0 / 4 }
        if count % 200 == 1 { try report(0, fraction) }
        guard case .entry(let entry) = item.content, let places = entry.pictures, !places.isEmpty,
          !isLeft(entry)
        else { continue }
        for place in places {
          try report(0, fraction)
          pictures.read(place.name)
        }
      }
    }
    if kept == nil { try source.rewind() }
    return Items(pictures: pictures, kept: kept, count: count)
  }

  // MARK: Storing

  func store(
    _ items: Items, isUpdating: Bool, within bounds: HistoryBounds, on connection: Connection
  ) throws -> Database.Outcome<ImportResult> {
    let moment = Date()
    var work = self
    work.isOvertaken = try source.state.map { try $0 != CatalogState(connection) } ?? false
    return try ImportStep.carryOut(
      in: database, connection, kind: isUpdating ? .importing : .adding, count: items.count,
      remembering: source.memory, bounds: bounds
    ) { step in
      var (done, countOfBad) = (0, 0)
      var bad: [BadLine] = []
      func store(_ item: ImportedItem) throws {
        do {
          if done.isMultiple(of: 200) {
            try report(done, 0.25 + 0.75 * Double(done) / Double(max(1, items.count)))
          }
          done += 1
          switch item.content {
          case .entry(let entry):
            try work.store(
              entry, items.pictures, isUpdating: isUpdating, at: moment, step: &step)
          case .field(let field): step.fields[field.nameKey] = try step.bulk.merge(field)
          case .refused(let reason): throw reason
          }
        } catch {
          guard let problem = LineProblem(error) else { throw error }
          countOfBad += 1
          if bad.count < Self.mostReasons { bad.append(.init(line: item.line, problem: problem)) }
        }
      }
      if let kept = items.kept {
        try kept.forEach(store)
      } else {
        try ReadAhead.run({ source.next }) { ahead in
          while let item = try ahead.next({ try report(done, nil) }) { try store(item) }
        }
      }
      guard bad.isEmpty else {
        throw CatalogError.badLines(file: source.name, lines: bad, count: countOfBad)
      }
      try items.pictures.makeDurable()
    }
  }

  private func store(
    _ entry: ImportedEntry, _ files: ImportedPictures, isUpdating: Bool, at moment: Date,
    step: inout ImportStep
  ) throws {
    var entry = entry
    for (name, value) in entry.values {
      guard let field = step.fields[CustomField.key(of: name)] else {
        throw InvalidValue(InvalidValue.Field(name, isCustom: true), .unknownField)
      }
      entry.change.values[field.id] = .some(try value.value(of: field))
    }
    try entry.resolveStructure(step.fields)
    let id = try entry.id ?? owner(of: entry.change.sku, isUpdating, in: step.bulk) ?? UUID()
    // Before its pictures are read: an unchanged product needs none.
    let isThere = try (isUpdating || entry.pictures != nil) && step.bulk.isThere(id)
    if isThere, !isUpdating {
      step.result.unchanged += 1
      return
    }
    // Erased since, or made since by somebody else.
    if try !isThere && (entry.seen != nil || isOvertaken && step.bulk.hasMade(entry)) {
      step.result.overtaken += 1
      return
    }
    let pictures = try entry.pictures.map { places in
      try places.map { try store($0, files, step: &step) }
    }
    guard isThere else {
      return try step.add(entry.entry(id, pictures ?? [], at: moment))
    }
    var isLeftOut = false
    let isChanged = try step.bulk.change(id, at: moment) { current in
      isLeftOut = entry.seen.map { entry.isOvertaken(by: current, since: $0) } ?? false
      return try entry.applied(to: current, pictures)
    }
    if isLeftOut { step.result.overtaken += 1 }
    if isChanged { step.result.updated += 1 } else { step.result.unchanged += 1 }
  }

  /// The product that an entry without an identifier is about.
  private func owner(of sku: SKU??, _ isUpdating: Bool, in bulk: BulkWrite) throws -> UUID? {
    let owners = try bulk.owners(of: sku)
    if isUpdating, owners.count > 1, let sku = sku ?? nil {
      throw InvalidValue(.sku, .ambiguous(value: sku.text))
    }
    return owners.first
  }

  private func store(
    _ place: ImportedEntry.Picture, _ files: ImportedPictures, step: inout ImportStep
  ) throws -> ProductPicture {
    let known = step.pictures[place.name]
    let (hash, format, isNew) =
      try known.map { ($0.hash, $0.format, false) } ?? files.store(place.name)
    let picture = try ProductPicture(
      id: place.id ?? UUID(), contentHash: hash, fileExtension: format.rawValue,
      caption: place.caption, turn: place.turn)
    if isNew { step.newPictures.append(picture) }
    if step.pictures.count >= 10_000 { step.pictures.removeAll() }
    step.pictures[place.name] = (hash, format)
    return picture
  }
}

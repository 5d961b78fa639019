// The format of `products.jsonl`: one product per line, as JSON. Reading and writing are side by
// side here, so that they stay in step. Empty values are left out; pictures are files beside it,
// given by name. The order of the lines is the manual order.

import Foundation

/// The contents of a line: in an export, the whole product; in a file made by hand, any part of it.
struct EntryLine: Sendable {
  typealias Key = ExchangeKey

  struct PictureLine: Sendable {
    var id: UUID?
    var file = ""
    var caption = FreeText.empty
    var turn = PictureTurn.none
  }

  struct NoteLine: Sendable {
    var id: UUID?
    var title = NoteTitle.empty
    var text = FreeText.empty
    var revision = 0
    var created: Date?
    var changed: Date?

    func note(of product: UUID, at moment: Date) -> Note {
      Note(
        id: id ?? UUID(), productID: product, title: title, text: text, revision: revision,
        created: created ?? moment, changed: changed ?? created ?? moment)
    }
  }

  var id: UUID?
  var change = ProductChange()
  var pictures: [PictureLine]?
  var notes: [NoteLine]?
  var created: Date?
  var changed: Date?
  var revision = 0
  var deleted: Date??
  /// By the names of the custom fields.
  var values: [String: FieldMember] = [:]
  /// The definition of a field, if the line has one instead of a product.
  var field: CustomField?

  // MARK: Writing

  /// The product as one line of JSON, without the line break. `files` are the names of its
  /// pictures, which are left out if it is nil.
  static func bytes(
    of entry: CatalogEntry, files: [String]?, fields: [CustomField]
  ) -> [UInt8] {
    let product = entry.product
    let pictures = zip(files ?? [], product.pictures).map { (file: $0, picture: $1) }
    var writer = JSONWriter()
    writer.object {
      $0.member("id", product.id.uuidString)
      for field in ProductField.all {
        if let value = field.value(of: product) { $0.member(field, value) }
      }
      $0.values(product.values, fields)
      $0.member("images", pictures) { writer, place in
        writer.object {
          $0.member("id", place.picture.id.uuidString)
          $0.member("file", place.file)
          $0.member("caption", place.picture.caption == .empty ? nil : place.picture.caption.text)
          $0.member("turn", place.picture.turn == .none ? nil : place.picture.turn.rawValue)
        }
      }
      $0.member("notes", entry.notes) { writer, note in
        writer.object {
          $0.member("id", note.id.uuidString)
          $0.member("title", note.title.text)
          $0.member("text", note.text.text)
          $0.member("created", MomentText.text(of: note.created))
          $0.member("changed", MomentText.text(of: note.changed))
          $0.member("revision", min(note.revision, Revision.largest))
        }
      }
      $0.member("created", MomentText.text(of: product.created))
      $0.member("changed", MomentText.text(of: product.changed))
      $0.member("revision", min(product.revision, Revision.largest))
      $0.member("deleted", entry.deleted.map(MomentText.text))
    }
    return writer.bytes
  }

  // MARK: Reading

  init(_ bytes: [UInt8]) throws {
    var reader = JSONReader(bytes)
    var money = MoneyMembers()
    try reader.eachMember { reader, name in
      if let (field, part) = ProductField.exchanged[name] {
        if field.kind == .money {
          money.add(try reader.textOrNull(), to: field, part: part)
        } else {
          try change.set(field, reader.value(of: field))
        }
        return
      }
      switch Key(rawValue: name) {
      case .id: id = try reader.identifier()
      case .pictures: pictures = try reader.null() ? [] : reader.array { try PictureLine(&$0) }
      case .notes: notes = try reader.null() ? [] : reader.array { try NoteLine(&$0) }
      case .created: created = try reader.moment()
      case .changed: changed = try reader.moment()
      case .revision: revision = try reader.revision()
      case .deleted: deleted = .some(try reader.null() ? nil : reader.moment())
      case .fields: values = try reader.fieldMembers()
      case .field: field = try FieldLine(&reader).field
      case nil: throw reader.unknownKey
      }
    }
    try reader.end()
    // A line that defines a field may contain nothing else.
    if field != nil, id != nil || change != ProductChange() || !values.isEmpty {
      throw LineProblem.fieldAndProduct
    }
    for (field, price) in try money.prices() { try change.set(field, price.map { .money($0) }) }
  }

  /// The entry for a new product.
  func entry(_ id: UUID, _ pictures: [ProductPicture], at moment: Date) throws -> CatalogEntry {
    guard let title = change.title else {
      throw InvalidValue(.title, .missing)
    }
    var product = change.applied(to: Product(id: id, title: title))
    product.pictures = pictures
    product.created = created ?? moment
    product.changed = changed ?? product.created
    product.revision = revision
    let notes = (notes ?? []).map { $0.note(of: id, at: moment) }
    return CatalogEntry(product: product, notes: notes, deleted: deleted ?? nil)
  }

  /// The entry after updating an existing product. What the line does not mention stays as it is;
  /// revisions and dates are the catalogue's own.
  func applied(to current: CatalogEntry, _ pictures: [ProductPicture]?) throws -> CatalogEntry {
    var entry = current
    entry.product = change.applied(to: current.product)
    let samePictures = pictures?.elementsEqual(current.product.pictures) {
      $0.fileName == $1.fileName && $0.caption == $1.caption && $0.turn == $1.turn
    }
    if let pictures, samePictures == false { entry.product.pictures = pictures }
    let sameNotes = notes?.elementsEqual(current.notes) {
      $0.title == $1.title && $0.text == $1.text
    }
    if let notes, sameNotes == false {
      entry.notes = notes.map { line in
        let note = line.note(of: current.product.id, at: Date())
        guard var old = current.notes.first(where: { $0.id == note.id }) else { return note }
        if old.title == note.title, old.text == note.text { return old }
        (old.title, old.text, old.changed) = (note.title, note.text, note.changed)
        old.revision = Revision.next(after: old.revision)
        return old
      }
    }
    if let deleted { entry.deleted = deleted }
    return entry
  }
}

extension EntryLine.PictureLine {
  fileprivate init(_ reader: inout JSONReader) throws {
    try reader.eachMember { reader, key in
      switch key {
      case "id": id = try reader.identifier()
      case "file": file = try reader.string()
      case "caption": caption = try FreeText(caption: reader.textOrNull() ?? "")
      case "turn":
        guard let degrees = PictureTurn(rawValue: try reader.integer()) else {
          throw reader.wrong(.notATurn)
        }
        turn = degrees
      default: throw reader.unknownKey
      }
    }
  }
}

extension EntryLine.NoteLine {
  fileprivate init(_ reader: inout JSONReader) throws {
    try reader.eachMember { reader, key in
      switch key {
      case "id": id = try reader.identifier()
      case "title": title = try NoteTitle(reader.textOrNull() ?? "")
      case "text": text = try FreeText(note: reader.textOrNull() ?? "")
      case "created": created = try reader.moment()
      case "changed": changed = try reader.moment()
      case "revision": revision = try reader.revision()
      default: throw reader.unknownKey
      }
    }
  }
}

extension JSONReader {
  var unknownKey: LineProblem {
    wrong(.unknownKey)
  }

  /// Reads an object whose keys must not repeat.
  mutating func eachMember(
    _ member: (inout JSONReader, String) throws -> Void
  ) throws {
    // An array: for so few keys, a set would take longer than everything else.
    var seen: [String] = []
    try object { reader, name in
      guard !seen.contains(name) else { throw reader.wrong(.keyTwice) }
      seen.append(name)
      try member(&reader, name)
    }
  }

  mutating func identifier() throws -> UUID {
    guard let id = UUID(digits: try string()) else {
      throw wrong(.notAnIdentifier)
    }
    return id
  }

  fileprivate mutating func moment() throws -> Date {
    guard let date = MomentText.date(try string()) else {
      throw wrong(.notAMoment)
    }
    return date
  }

  /// Far below integer overflow.
  fileprivate mutating func revision() throws -> Int {
    let revision = try integer()
    guard (0...Revision.largest).contains(revision) else { throw wrong(.notARevision) }
    return revision
  }
}

extension UUID {
  /// Parses what `uuidString` produces. Foundation uses scanf, which is slow.
  fileprivate init?(digits text: String) {
    guard text.utf8.count == 36 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isRight: Bool = withUnsafeMutableBytes(of: &value) { value in
      var place = 0
      for (index, byte) in text.utf8.enumerated() {
        let digit: UInt8
        switch byte {
        case UInt8(ascii: "-"):
          guard index == 8 || index == 13 || index == 18 || index == 23 else { return false }
          continue
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
        default: return false
        }
        // A digit in the place of a dash is one too many.
        guard place < 32 else { return false }
        value[place / 2] = value[place / 2] << 4 | digit
        place += 1
      }
      return place == 32
    }
    guard isRight else { return nil }
    self.init(uuid: value)
  }
}

extension ProductPicture {
  /// The picture's file name in an export.
  var fileName: String { "\(contentHash).\(fileExtension)" }
}

extension CatalogEntry {
  /// The entry as a line of an export, without the line break. `files` are its pictures' file
  /// names.
  public func json(files: [String], fields: [CustomField]) -> Data {
    Data(EntryLine.bytes(of: self, files: files, fields: fields))
  }
}

extension ListedProduct {
  /// With the keys of an export, on one line: what a list has of the product, and the passage that a
  /// search found.
  public func json(fields: [CustomField], snippet: String?) -> Data {
    var writer = JSONWriter()
    writer.object {
      $0.member("id", id.uuidString)
      for field in ProductField.all {
        if let value = value(of: field) { $0.member(field, value) }
      }
      $0.values(values, fields)
      $0.member("snippet", snippet)
    }
    return Data(writer.bytes)
  }
}

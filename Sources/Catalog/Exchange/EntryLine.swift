// SPDX-License-Identifier: Apache-2.0
// The format of `products.jsonl`: one product per line, as JSON. Reading and writing are side by
// side here, so that they stay in step. Empty values are left out; pictures are files beside it,
// given by name. The order of the lines is the manual order.

import Foundation

enum EntryLine {
  // MARK: Writing

  /// The product as one line of JSON, without the line break. `files` are the names of its
  /// pictures; one without a name is left out, and all are if it is nil.
  static func bytes(
    of entry: CatalogEntry, files: [String?]?, fields: [CustomField]
  ) -> [UInt8] {
    let product = entry.product
    let pictures = zip(files ?? [], product.pictures).compactMap { file, picture in
      file.map { (file: $0, picture: picture) }
    }
    var writer = JSONWriter()
    writer.object {
      $0.member("id", product.id.uuidString)
      for field in ProductField.all {
        if let value = field.value(of: product) { $0.member(field, value) }
      }
      $0.values(product.values, fields)
      $0.structure(of: product, fields)
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

  /// What a line has: in an export, a whole product; in one written by hand, any part of it.
  static func content(of bytes: [UInt8]) throws -> ImportedItem.Content {
    var reader = JSONReader(bytes)
    var money = MoneyMembers()
    var (entry, definition) = (ImportedEntry(), CustomField?.none)
    try reader.eachMember { reader, name in
      if let (field, part) = ProductField.exchanged[name] {
        if field.kind == .money {
          money.add(try reader.textOrNull(), to: field, part: part)
        } else {
          try entry.change.set(field, reader.value(of: field))
        }
        return
      }
      switch ExchangeKey(rawValue: name) {
      case .id: entry.id = try reader.identifier()
      case .pictures:
        entry.pictures = try reader.null() ? [] : reader.array { try .init(&$0) }
      case .notes: entry.notes = try reader.null() ? [] : reader.array { try .init(&$0) }
      case .created: entry.created = try reader.moment()
      case .changed: entry.changed = try reader.moment()
      case .revision: entry.revision = try reader.revision()
      case .deleted: entry.deleted = .some(try reader.null() ? nil : reader.moment())
      case .fields: entry.values = try reader.fieldMembers()
      case .variantOf: entry.head = .some(try reader.null() ? nil : reader.identifier())
      case .taken: entry.taken = try reader.null() ? [] : reader.array { try $0.string() }
      case .options: entry.options = try reader.null() ? [] : reader.array { try $0.string() }
      case .field: definition = try FieldLine(&reader).field
      case nil: throw reader.unknownKey
      }
    }
    try reader.end()
    if let definition {
      // A line that defines a field may contain nothing else.
      guard entry.id == nil, entry.change == ProductChange(), entry.values.isEmpty else {
        throw LineProblem.fieldAndProduct
      }
      return .field(definition)
    }
    for (field, price) in try money.prices() {
      try entry.change.set(field, price.map { .money($0) })
    }
    return .entry(entry)
  }
}

extension ImportedEntry.Picture {
  fileprivate init(_ reader: inout JSONReader) throws {
    self.init()
    try reader.eachMember { reader, key in
      switch key {
      case "id": id = try reader.identifier()
      case "file": name = try reader.string()
      case "caption": caption = try FreeText(caption: reader.textOrNull() ?? "")
      case "turn":
        guard let degrees = PictureRotation(rawValue: try reader.integer()) else {
          throw reader.wrong(.notATurn)
        }
        turn = degrees
      default: throw reader.unknownKey
      }
    }
  }
}

extension ImportedEntry.Note {
  fileprivate init(_ reader: inout JSONReader) throws {
    self.init()
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
    // An array: for a few keys, a set would take longer than everything else.
    var (few, others): ([String], Set<String>) = ([], [])
    try object { reader, name in
      guard !few.contains(name), !others.contains(name) else { throw reader.wrong(.keyTwice) }
      if few.count < 32 { few.append(name) } else { others.insert(name) }
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
  public var fileName: String { "\(contentHash).\(fileExtension)" }
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
      $0.structure(variant, options, fields: fields)
      $0.member("snippet", snippet)
    }
    return Data(writer.bytes)
  }
}

extension ProductChange {
  /// The product with this change, with the keys of an export, on one line: what a list of another program says of
  /// it. `product` is nil for a new one.
  public func json(of product: Product?, fields: [CustomField]) -> Data {
    let changed = applied(to: product ?? .blank)
    var writer = JSONWriter()
    writer.object {
      if let product { $0.member("id", product.id.uuidString) }
      for field in ProductField.all {
        if let value = field.value(of: changed) { $0.member(field, value) }
      }
      $0.values(changed.values, fields)
    }
    return Data(writer.bytes)
  }
}

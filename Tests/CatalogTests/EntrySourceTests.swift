// SPDX-License-Identifier: Apache-2.0
// Any source of entries is imported as a file of ours is: all of it or nothing, as one step of undo.

import Foundation
import XCTest

@testable import Catalog

final class EntrySourceTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  /// A catalogue, and its products as a source that is no file.
  private func original() async throws -> (CatalogStore, MemorySource) {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("original"))
    let height = try CustomField(name: "Height", kind: .wholeNumber)
    try await store.addField(height)
    _ = try await store.generate(GeneratedProducts(300, seed: 3, hasPictures: true))
    let ids = try await store.products(ProductQuery()).map(\.id)
    _ = try await store.addNote(to: ids[7], title: "Care", text: "Water")
    _ = try await store.edit(
      [ids[1], ids[2]], applying: [.set(ProductChange(values: [height.id: .integer(12)]))])
    try await store.delete([ids[3]])
    var items: [ImportedItem.Content] = [.field(height)]
    var pictures: [String: [UInt8]] = [:]
    for id in ids {
      guard let entry = try await store.entry(id) else { continue }
      items.append(.entry(ImportedEntry(entry, fields: [height])))
      for picture in entry.product.pictures {
        let path = store.database.pictureFiles.path(picture)
        pictures[picture.contentHash] = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      }
    }
    return (store, MemorySource(items, pictures: pictures))
  }

  func testASourceIsImportedAsAFileIs() async throws {
    let (store, source) = try await original()
    let lines = directory.appendingPathComponent("lines")
    _ = try await store.exportProducts(to: lines)
    await store.close()
    var contents: [[String]] = []
    for (name, isFile) in [("file", true), ("memory", false)] {
      let copy = try await CatalogStore.open(in: directory.appendingPathComponent(name))
      let result =
        isFile
        ? try await copy.importProducts(from: lines.path)
        : try await copy.importProducts(from: source)
      XCTAssertEqual(result, ImportResult(added: 300))
      contents.append(try await snapshot(copy))
      let problems = try await copy.check()
      XCTAssertEqual(problems, [])
      let again = try await copy.importProducts(from: source.rewound, isUpdating: true)
      XCTAssertEqual(again, ImportResult(unchanged: 300))
      let undone = try await copy.undo()
      XCTAssertEqual(undone?.kind, .importProducts)
      let count = try await copy.productCount()
      XCTAssertEqual(count, 0)
      let history = try await copy.history()
      XCTAssertEqual(history.undoable, [], "one step")
      await copy.close()
    }
    XCTAssertEqual(contents[0], contents[1])
  }

  func testEverythingThatIsRefusedIsNamedAndNothingIsStored() async throws {
    let (store, source) = try await original()
    let before = try await snapshot(store)
    var items = source.items
    items.insert(.refused(InvalidValue(.price, .missing)), at: 5)
    items.insert(.refused(LineProblem.tooLong), at: 9)
    var nameless = ImportedEntry()
    nameless.values["Width"] = .text("3")
    items.append(.entry(nameless))
    var blind = ImportedEntry()
    blind.change.title = try ProductTitle("Blind")
    var picture = ImportedEntry.Picture()
    picture.name = "nowhere"
    blind.pictures = [picture]
    items.append(.entry(blind))
    let bad = MemorySource(items, pictures: source.pictures)
    await assertThrows({ try await store.importProducts(from: bad, isUpdating: true) }) {
      guard case CatalogError.badLines(file: "a table", let lines, 4) = $0 else { return false }
      return lines.map(\.line) == [6, 10, 304, 305]
        && lines.last?.problem == .picture(file: "nowhere", .missing)
    }
    let after = try await snapshot(store)
    XCTAssertEqual(after, before)
    await store.close()
  }

  func testASourceThatEndsTooEarlyChangesNothing() async throws {
    let (store, source) = try await original()
    let copy = try await CatalogStore.open(in: directory.appendingPathComponent("copy"))
    let broken = MemorySource(source.items, pictures: source.pictures, breaksAt: 200)
    await assertThrows({ try await copy.importProducts(from: broken) }) {
      $0 as? CatalogError == .noSuchFile(file: "a table")
    }
    // Nor does one that the user stops, whatever has been stored by then.
    for most in [1, 2, 4] {
      let calls = Locked(0)
      do {
        _ = try await copy.importProducts(from: source.rewound) { _ in
          let count = calls.use { calls in
            calls += 1
            return calls
          }
          if count > most { throw CancellationError() }
        }
        XCTFail("It was not stopped.")
      } catch is CancellationError {}
      let count = try await copy.productCount()
      XCTAssertEqual(count, 0)
    }
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: copy.database.pictureFiles.root)
    XCTAssertEqual(names.filter { $0.contains(".") }, [], "no picture is left")
    await copy.close()
    await store.close()
  }

  func testASourceThatIsTooLargeForMemoryIsReadTwice() async throws {
    let (store, source) = try await original()
    await store.close()
    let copy = try await CatalogStore.open(in: directory.appendingPathComponent("copy"))
    let large = MemorySource(source.items, pictures: source.pictures, length: 1 << 20)
    let result = try await copy.importProducts(from: large)
    XCTAssertEqual(result, ImportResult(added: 300))
    XCTAssertEqual(large.rewinds, 1)
    await copy.close()
  }
}

/// Rows in memory, with the bytes of their pictures.
private final class MemorySource: EntrySource {
  let name = "a table"
  let items: [ImportedItem.Content]
  let pictures: [String: [UInt8]]
  private let breaksAt: Int?
  private let length: Int
  private let place = Locked((next: 0, rewinds: 0))

  init(
    _ items: [ImportedItem.Content], pictures: [String: [UInt8]], breaksAt: Int? = nil,
    length: Int = 100
  ) {
    (self.items, self.pictures, self.breaksAt, self.length) = (items, pictures, breaksAt, length)
  }

  var rewound: MemorySource { MemorySource(items, pictures: pictures) }
  var rewinds: Int { place.use { $0.rewinds } }

  func next() throws -> [ImportedItem] {
    try place.use { place in
      if let breaksAt, place.next >= breaksAt { throw CatalogError.noSuchFile(file: name) }
      let range = place.next..<min(items.count, place.next + 70)
      place.next = range.upperBound
      return range.map {
        ImportedItem(
          line: $0 + 1, content: items[$0], fraction: Double($0) / Double(items.count),
          length: length)
      }
    }
  }

  func rewind() { place.use { $0 = (0, $0.rewinds + 1) } }

  func picture(_ name: String) throws -> PictureSource {
    guard let bytes = pictures[name] else {
      throw CatalogError.picture(file: name, problem: .missing)
    }
    return .bytes(bytes, name: name)
  }
}

/// Sendable because the lock guards the value.
private final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

extension ImportedEntry {
  fileprivate init(_ entry: CatalogEntry, fields: [CustomField]) {
    self.init()
    let product = entry.product
    id = product.id
    for field in ProductField.all { try? change.set(field, field.value(of: product)) }
    for field in fields {
      guard let value = product.values[field.id] else { continue }
      values[field.name] = .text(field.kind.text(of: value))
    }
    pictures = product.pictures.map {
      var picture = Picture()
      (picture.id, picture.name) = ($0.id, $0.contentHash)
      (picture.caption, picture.turn) = ($0.caption, $0.turn)
      return picture
    }
    notes = entry.notes.map {
      var note = Note()
      (note.id, note.title, note.text) = ($0.id, $0.title, $0.text)
      (note.created, note.changed, note.revision) = ($0.created, $0.changed, $0.revision)
      return note
    }
    (created, changed, revision) = (product.created, product.changed, product.revision)
    deleted = .some(entry.deleted)
  }
}

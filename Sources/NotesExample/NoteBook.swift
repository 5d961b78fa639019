// SPDX-License-Identifier: Apache-2.0
// The notes and their order, in one file. This is what people would miss; what windows save is only where they were
// and what is not saved yet. The file is read and written by a queue of its own.

import Foundation

@MainActor
final class NoteBook {
  struct Note: Codable, Equatable, Sendable, Identifiable {
    let id: UUID
    var text: String

    /// Its first line.
    var title: String {
      text.split(separator: "\n").first.map { String($0.prefix(80)) } ?? "New Note"
    }

    /// The first words that begin with “#”.
    var tags: Set<String> {
      let words = text.prefix(10_000).split(whereSeparator: \.isWhitespace)
      return Set(words.lazy.filter { $0.first == "#" && $0.count > 1 }.prefix(8).map(String.init))
    }
  }

  private(set) var notes: [Note] = []
  /// Whether it is known which notes there are.
  private(set) var isRead = false
  /// Why the file could not be read or written last.
  private(set) var problem: String?
  private let file: URL
  private let queue = DispatchQueue(label: "org.example.Notes.book", qos: .userInitiated)
  private var reading: Task<Void, Never>?
  private var observers: [(owner: Weak, changed: @MainActor () -> Void)] = []

  private struct Weak { weak var object: AnyObject? }

  init(_ file: URL) { self.file = file }

  subscript(id: UUID?) -> Note? { notes.first { $0.id == id } }

  /// Calls `changed` after every change, for as long as there is `owner`.
  func onChange(_ owner: AnyObject, _ changed: @escaping @MainActor () -> Void) {
    observers.removeAll { $0.owner.object == nil }
    observers.append((Weak(object: owner), changed))
  }

  // MARK: Changing

  func add() -> Note {
    let note = Note(id: UUID(), text: "")
    notes.insert(note, at: 0)
    changed()
    return note
  }

  func set(_ text: String, of id: UUID) {
    guard let index = notes.firstIndex(where: { $0.id == id }), notes[index].text != text else {
      return
    }
    notes[index].text = text
    changed()
  }

  /// Moves a note to where another one is.
  func move(_ id: UUID, to other: UUID) {
    guard let from = notes.firstIndex(where: { $0.id == id }),
      let place = notes.firstIndex(where: { $0.id == other }), from != place
    else { return }
    notes.insert(notes.remove(at: from), at: place)
    changed()
  }

  func move(_ id: UUID, by distance: Int) {
    guard let from = notes.firstIndex(where: { $0.id == id }),
      notes.indices.contains(from + distance)
    else { return }
    notes.swapAt(from, from + distance)
    changed()
  }

  private func changed() {
    tell()
    // What is in the file is not known yet: it is written with what is added when it is.
    guard isRead else { return }
    write()
  }

  /// Writes again what could not be written.
  func retry() {
    if isRead, problem != nil { write() }
  }

  private func write() {
    let (notes, file) = (notes, file)
    queue.async { [weak self] in
      let problem = Self.write(notes, to: file)
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.wrote(problem) }
      }
    }
  }

  private func wrote(_ problem: String?) {
    guard problem != self.problem else { return }
    self.problem = problem
    tell()
  }

  private func tell() {
    for observer in observers where observer.owner.object != nil { observer.changed() }
  }

  /// Waits until everything is written.
  func close() { queue.sync {} }

  // MARK: The file

  /// Reads the notes, once, however many windows wait for them.
  func read() async {
    let task = reading ?? Task { await readFile() }
    reading = task
    await task.value
  }

  private func readFile() async {
    let (queue, file) = (queue, file)
    let found = await withCheckedContinuation { done in
      queue.async { done.resume(returning: Result { try Self.read(file) }) }
    }
    let isNew = !notes.isEmpty
    switch found {
    case .success(let found): notes += found
    case .failure(let error): problem = error.localizedDescription
    }
    isRead = true
    if isNew { changed() } else { tell() }
  }

  private nonisolated static func read(_ file: URL) throws -> [Note] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    do { return try JSONDecoder().decode([Note].self, from: Data(contentsOf: file)) } catch {
      // What can't be read is not overwritten.
      let aside = file.appendingPathExtension("unread-\(UUID().uuidString)")
      try FileManager.default.moveItem(at: file, to: aside)
      throw error
    }
  }

  private nonisolated static func write(_ notes: [Note], to file: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try JSONEncoder().encode(notes).write(to: file, options: .atomic)
      return nil
    } catch { return error.localizedDescription }
  }
}

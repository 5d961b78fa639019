// SPDX-License-Identifier: Apache-2.0
// The journal of one window, as the main thread knows it: what the kernel has been given so far, and what
// it has to be given next.

import Foundation

/// What a window's journals have.
@MainActor
final class WindowJournal {
  var id: UUID { known.id }
  /// The record with everything in the journals. Of texts that are edited it has only how many edits the journals have.
  private var known: SceneRecord
  private var edited: [String: KnownText] = [:]
  private var generation: Int
  /// The first file that is still needed, and the current one.
  private var first: Int
  var number: Int
  private var lastLine: Int
  /// What paths of earlier lines in the current file begin with, with their numbers.
  private var starts: [[RecordChange.Step]: Int] = [:]
  /// The text that was edited last.
  private var lastText: (key: String, line: JournalLine.EditLine, text: KnownText)?
  /// Has its line. Kept, so that no key press asks for memory.
  private var writer = StateJSONWriter(isOnOneLine: true)

  /// A text as the journals have it.
  private final class KnownText {
    var state: EditedText.State
    let path: [String]
    let caretPlaces: [[String]]
    /// The journals have carets that `known` has not.
    var hasCarets: Bool

    init(_ text: EditedText) {
      (state, path) = (text.state, text.path)
      (caretPlaces, hasCarets) = (text.caretPlaces, text.caret != nil)
    }
  }
  var file: JournalFile?
  /// The bytes in the current file.
  var size = 0
  /// Lines that were left to a thread.
  var behind = 0
  /// What has these lines until the thread has written them.
  var standIn: JournalFile?
  /// The last write took long.
  var isSlow = false
  /// Perhaps it only had to share its processor: the next one tells.
  var mayBeSlow = false
  /// Nothing is appended any more until there is a new record.
  var isBroken = false
  /// Whether what the journals have, with the record on the disk, is all of the window.
  var isComplete: Bool
  /// About how long the window's values are.
  private(set) var recordSize = 0

  /// `found`: its files so far; `number`: that of the last one, which may be gone.
  init(
    _ record: SceneRecord, after found: JournalFiles?, number: Int, on generationOnDisk: Int?
  ) {
    known = record
    edited = Self.known(record.edits)
    generation = generationOnDisk ?? record.generation
    self.number = max(found?.numbers?.upperBound ?? 0, number)
    first = found?.numbers?.lowerBound ?? self.number + 1
    lastLine = found?.lastLine ?? 0
    isComplete = generationOnDisk != nil
    measure()
  }

  private static func known(_ texts: EditedTexts) -> [String: KnownText] {
    texts.all.reduce(into: [:]) { $0[$1.key] = KnownText($1.text) }
  }

  private func measure() {
    recordSize = known.storage.values.reduce(0) { size, value in
      let texts = value.object.map { Array($0.values) } ?? [value]
      return texts.reduce(size) { $0 + ($1.string?.utf8.count ?? 0) }
    }
  }

  /// Whether the main thread can append to it as it is.
  var isReady: Bool { isComplete && !isBroken && behind == 0 && !isSlow && file?.isOpen == true }

  /// It can be begun anew at any time: nothing is left of it that a record does not have yet.
  var isIdle: Bool { file == nil && behind == 0 && numbers == nil }
  var numbers: ClosedRange<Int>? { number >= first ? first...number : nil }

  /// What has changed; nil if it cannot be told without encoding a value that takes long.
  func changes(
    in parts: [RecordPart: PartChange], of record: SceneRecord
  ) -> [RecordChange]? {
    var changes: [RecordChange] = []
    for (part, change) in parts {
      switch part {
      case .storage(let key):
        guard record.pending[key] == nil else { return nil }
        changes += self.changes(ofStored: key, change, in: record)
      case .activity:
        guard !record.isSameActivity(as: known) else { continue }
        for (key, value) in record.activityValues {
          changes += RecordChange.from(
            known.activityValues[key] ?? nil, to: value, at: [.key(key)])
        }
      case .geometry:
        changes += RecordChange.from(
          known.geometry.map { .object($0.fields) }, to: record.geometry.map { .object($0.fields) },
          at: [.key("geometry")])
      case .views:
        for path in Set(known.views.keys).union(record.views.keys) {
          changes += self.changes(ofView: path, in: record)
        }
      }
    }
    return changes
  }

  private func changes(
    ofStored key: String, _ change: PartChange, in record: SceneRecord
  ) -> [RecordChange] {
    let path = RecordChange.path(ofStored: key)
    let known = known.storage[key]
    let state = edited[key]?.state
    if let text = record.edits[key] {
      let place = RecordChange.path(ofStored: key, at: text.path)
      if let state, let edits = text.edits(after: state) {
        var parts: [RecordChange] = []
        if case .found(let found, let old, _) = change, old == known {
          parts = found
        } else if !text.path.isEmpty {
          // The text is as it was, but for the edits; the writer may have put some of them into it.
          parts = RecordChange.from(known, to: record.storage[key], at: path)
            .filter { $0.path != place }
        }
        return parts + Self.changes(edits, at: place) + carets(of: key, in: record)
      }
      if state == nil {
        return RecordChange.from(known, to: record.storage[key], at: path)
          + Self.changes(text.all, at: place) + carets(of: key, in: record)
      }
      return text.whole(record.storage[key]).map { [RecordChange(path: path, kind: .set($0))] }
        ?? []
    }
    // It usually is the same value in memory, which is seen at once.
    if case .found(let found, let old, let edits) = change,
      state == nil ? old == known : state == edits
    {
      return found
    }
    if state == nil { return RecordChange.from(known, to: record.storage[key], at: path) }
    let kind = record.storage[key].map { RecordChange.Kind.set($0) } ?? .remove
    return [RecordChange(path: path, kind: kind)]
  }

  // Where the carets are, if they may not be what the journals have.
  private func carets(of key: String, in record: SceneRecord) -> [RecordChange] {
    guard let text = record.edits[key], text.caret != nil || edited[key]?.hasCarets == true
    else { return [] }
    return text.caretPlaces.map { place in
      let value = text.caret.map { .int(Int64($0)) } ?? record.storage[key]?.at(place)
      return RecordChange(
        path: RecordChange.path(ofStored: key, at: place), kind: value.map { .set($0) } ?? .remove)
    }
  }

  private static func changes(
    _ edits: [(edit: TextEdit, count: Int)], at path: [RecordChange.Step]
  ) -> [RecordChange] {
    edits.map { RecordChange(path: path, kind: .edit($0.edit, of: $0.count)) }
  }

  private func changes(ofView path: String, in record: SceneRecord) -> [RecordChange] {
    let steps: [RecordChange.Step] = [.key("views"), .key(path)]
    guard let old = known.views[path], let new = record.views[path],
      old.differsOnlyInValues(from: new)
    else {
      return RecordChange.from(
        known.views[path]?.value, to: record.views[path]?.value, at: steps)
    }
    return RecordChange.from(
      .object(old.values), to: .object(new.values), at: steps + [.key("state")])
  }

  /// The line for these changes. The first one of a file says what it goes on from.
  func line(_ changes: [RecordChange], of record: SceneRecord) -> JournalLine {
    lastLine += 1
    if !needsWhole {
      return JournalLine(
        number: lastLine, base: file == nil ? generation : nil, changes: changes,
        start: start(of: changes))
    }
    isComplete = true
    return JournalLine(
      number: lastLine, base: generation, isWhole: true,
      changes: [RecordChange(path: [], kind: .set(record.value))])
  }

  /// The line for an edit of a text, if lines of this file have been about this text, and have all that was before.
  func bytes(of new: SceneSession.JustEdited, atMost most: Int) -> [UInt8]? {
    if lastText?.key != new.key {
      guard let text = edited[new.key],
        let start = starts[
          RecordChange.path(ofStored: new.key, at: text.caretPlaces.isEmpty ? text.path : [])]
      else { return nil }
      let line = JournalLine.EditLine(
        at: text.caretPlaces.isEmpty ? [] : text.path, carets: text.caretPlaces, start: start)
      lastText = (new.key, line, text)
    }
    guard let lastText, lastText.text.state == new.before, new.edit.inserted.utf8.count <= most
    else { return nil }
    lastLine += 1
    lastText.text.state = new.before.next
    if !lastText.text.caretPlaces.isEmpty { lastText.text.hasCarets = true }
    lastText.line.write(new.edit, of: new.count, number: lastLine, to: &writer)
    return writer.bytes
  }

  private func start(of changes: [RecordChange]) -> JournalLine.Start? {
    var steps = changes.first?.path ?? []
    for change in changes {
      while !change.path.starts(with: steps) { steps.removeLast() }
    }
    if steps.isEmpty { return nil }
    if let number = starts[steps] {
      return JournalLine.Start(number: number, steps: steps, isNew: false)
    }
    starts[steps] = starts.count
    return JournalLine.Start(number: starts.count - 1, steps: steps, isNew: true)
  }

  /// Whether the next line must be the whole record.
  var needsWhole: Bool { file == nil && !isComplete }

  /// Whether the next line can be written: a whole record has all values.
  func canContinue(_ record: SceneRecord) -> Bool { !needsWhole || record.pending.isEmpty }

  func wrote(_ bytes: Int, to file: JournalFile) {
    if file === self.file { size += bytes }
  }

  /// The writer has encoded and saved a value.
  func knows(_ value: StateValue, for key: String) {
    if edited[key] == nil { known.storage[key] = value }
  }

  func take(_ parts: some Sequence<RecordPart>, of record: SceneRecord) {
    for part in parts {
      switch part {
      case .storage(let key):
        edited[key] = record.edits[key].map { KnownText($0) }
        if lastText?.key == key { lastText = nil }
        known.storage[key] = record.storage[key]
      case .activity:
        known.activity = record.activity
        known.ownActivity = record.ownActivity
        known.isActivityOfViews = record.isActivityOfViews
        known.conditions = record.conditions
      case .geometry: known.geometry = record.geometry
      case .views: known.views = record.views
      }
    }
  }

  /// What comes from now on goes on from this record, in a new file.
  func fold(into record: SceneRecord) {
    known = record
    edited = Self.known(record.edits)
    generation = record.generation
    file = nil
    standIn = nil
    starts = [:]
    lastText = nil
    size = 0
    // Should the record not reach the disk, the older one and its journals must do, if they have
    // everything.
    isComplete = isComplete && !isBroken
    isBroken = false
    measure()
  }

  func isOnDisk(generation: Int) {
    guard generation == self.generation else { return }
    if file == nil { isComplete = true }
    first = file == nil ? number + 1 : number
  }
}

extension SceneRecord {
  fileprivate func isSameActivity(as other: SceneRecord) -> Bool {
    activity == other.activity && ownActivity == other.ownActivity
      && isActivityOfViews == other.isActivityOfViews && conditions == other.conditions
  }

  fileprivate var activityValues: [String: StateValue?] {
    [
      "activity": activity.map { .object($0.fields) },
      "ownActivity": ownActivity.map { .object($0.fields) },
      "activityOfViews": isActivityOfViews ? .bool(true) : nil,
      "conditions": conditions.value,
    ]
  }
}

extension RecordChange {
  /// Whether it has more than so many bytes, as far as can be told at once.
  func isLong(_ bytes: Int) -> Bool {
    switch kind {
    case .remove: false
    case .splice(_, _, _, let put): put.utf8.count > bytes
    case .edit(let edit, _): edit.inserted.utf8.count > bytes
    case .set(let value): value.isLonger(than: bytes)
    }
  }
}

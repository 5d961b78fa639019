// SPDX-License-Identifier: Apache-2.0
// Decides which value of a window goes into which file, and what has to be left out. It runs on the
// writer's thread: it encodes everything, and some of it twice.

import Foundation

/// The contents of a record's files.
struct RecordLayout {
  private(set) var file: RecordFile
  /// The record's own file.
  private(set) var data: Data
  /// The value files that are not on disk yet.
  private(set) var newParts: [String: Data] = [:]
  private(set) var leftOut: [LeftOut] = []

  private var record: SceneRecord
  private var entries: [RecordEntry: StateValue] = [:]
  private var sizes: [RecordEntry: Int] = [:]
  private var parts: [RecordFile.Part] = []
  private let old: RecordFile?
  private var oldEntries: [RecordEntry: StateValue] = [:]

  /// Lays out a record. Value files of the previous record are reused where they are unchanged, and
  /// its values replace those that have to be left out.
  init(_ record: SceneRecord, after old: RecordFile? = nil) {
    self.record = record
    self.old = old
    file = RecordFile(record)
    data = Data()
    encodePending()
    data = self.record.value.canonicalData()
    let isSmall = data.count <= StateLimits.inlineBytes
    if !isSmall { layOut() }
    file = RecordFile(self.record, parts: parts)
    if !isSmall { data = file.value.canonicalData() }
  }

  // A value that can't be encoded keeps its previous value.
  private mutating func encodePending() {
    for (key, pending) in record.pending {
      do { record.storage[key] = try pending.encode() } catch {
        note(
          RecordEntry(place: .storage, key: key),
          error as? StateRefusal ?? .notEncodable("\(error)"))
      }
    }
    record.pending = [:]
  }

  private mutating func layOut() {
    entries = record.entries
    oldEntries = old?.record.entries ?? [:]
    measure()
    leaveOut()
    var rest = sizes.sorted { ($0.value, $1.key.key) > ($1.value, $0.key.key) }.map(\.key)
    var alone: [RecordEntry] = []
    while let entry = rest.first, sizes[entry, default: 0] > StateLimits.inlineBytes,
      alone.count < StateLimits.mostParts
    {
      alone.append(rest.removeFirst())
    }
    for entry in alone { move([entry]) }
    // Many medium-sized values: move as many of the largest as necessary.
    while !rest.isEmpty {
      let size = RecordFile(record, parts: parts).value.canonicalData().count
      var excess = size - StateLimits.recordBytes
      guard excess > 0 else { return }
      var group: Set<RecordEntry> = []
      var groupSize = 0
      while let entry = rest.first, excess > -1024,
        group.isEmpty || groupSize + sizes[entry, default: 0] <= StateLimits.valueBytes
      {
        group.insert(rest.removeFirst())
        groupSize += sizes[entry, default: 0]
        excess -= sizes[entry, default: 0]
      }
      move(group)
    }
  }

  private mutating func measure() {
    for (entry, value) in entries {
      // An unchanged value has the same size as before.
      if let part = old?.part(of: entry), part.entries.count == 1, oldEntries[entry] == value {
        sizes[entry] = part.size
      } else {
        sizes[entry] = size(of: entry, value)
      }
    }
  }

  private func size(of entry: RecordEntry, _ value: StateValue?) -> Int {
    value.map { $0.canonicalData().count + entry.key.utf8.count } ?? 0
  }

  // Leaves out what is too large on its own, then the largest values until the rest fits; what the
  // user typed comes last.
  private mutating func leaveOut() {
    for (entry, size) in sizes where size > StateLimits.valueBytes {
      leaveOut(entry, .tooLarge(size: size, limit: StateLimits.valueBytes))
    }
    var total = sizes.values.reduce(0, +)
    guard total > StateLimits.windowBytes else { return }
    let byValue = sizes.sorted {
      $0.key.isDraft == $1.key.isDraft ? $0.value > $1.value : $1.key.isDraft
    }
    for (entry, size) in byValue where total > StateLimits.windowBytes {
      leaveOut(entry, .tooLargeTogether(limit: StateLimits.windowBytes))
      total -= size - sizes[entry, default: 0]
    }
  }

  private mutating func leaveOut(_ entry: RecordEntry, _ refusal: StateRefusal) {
    note(entry, refusal)
    // An older value may be just as large, if another program wrote it.
    let older = size(of: entry, oldEntries[entry])
    let isOlderTaken = older > 0 && older < sizes[entry, default: 0]
    record.replace(entry, with: isOlderTaken ? oldEntries[entry] : nil)
    entries[entry] = isOlderTaken ? oldEntries[entry] : nil
    sizes[entry] = isOlderTaken ? older : nil
  }

  private mutating func note(_ entry: RecordEntry, _ refusal: StateRefusal) {
    leftOut.append(LeftOut(scene: record.id, place: entry.place, key: entry.key, refusal: refusal))
  }

  // Moves a group of entries to one value file.
  private mutating func move(_ group: Set<RecordEntry>) {
    if let part = old?.parts.first(where: { $0.entries == group }),
      group.allSatisfy({ oldEntries[$0] == entries[$0] })
    {
      parts.append(part)
      return
    }
    let label = group.count == 1 ? group.first?.fileLabel ?? "" : "several"
    let name = "\(label).\(String(record.generation, radix: 36))-\(parts.count)"
    let size = group.reduce(0) { $0 + sizes[$1, default: 0] }
    parts.append(RecordFile.Part(name: name, entries: group, size: size))
    // On one line, so that indentation does not make it larger than measured.
    newParts[name] = Data(record.excerpt(group).lineText.utf8)
  }
}

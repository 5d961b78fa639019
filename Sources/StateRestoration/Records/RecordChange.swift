// SPDX-License-Identifier: Apache-2.0
// What changed in a record, as small as possible: a key press in a long text is the letter and its
// place. Places in texts are counted in bytes of UTF-8, between whole characters.

import Foundation

/// A change of a record's JSON.
struct RecordChange: Equatable, Sendable {
  /// A step from a value into it.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  enum Kind: Equatable, Sendable {
    case set(StateValue)
    case remove
    /// In a text of `of` bytes, `cut` bytes from `at` on are replaced.
    case splice(at: Int, cut: Int, of: Int, put: String)
    /// The same, counted in code points.
    case edit(TextEdit, of: Int)
  }

  let path: [Step]
  let kind: Kind

  /// Where a window's record has what is stored for a key, or a part of that.
  static func path(ofStored key: String, at path: [String] = []) -> [Step] {
    [.key("storage"), .key(key)] + path.map { .key($0) }
  }

  /// Shorter texts are written as they are.
  private static let shortText = 48

  // MARK: Finding

  /// What has to change for `old` to become `new`; nil is no value.
  static func from(
    _ old: StateValue?, to new: StateValue?, at path: [Step] = []
  ) -> [RecordChange] {
    var changes: [RecordChange] = []
    find(old, new, at: path, in: &changes)
    return changes
  }

  private static func find(
    _ old: StateValue?, _ new: StateValue?, at path: [Step], in changes: inout [RecordChange]
  ) {
    switch (old, new) {
    case (nil, nil): return
    case (_, nil): changes.append(RecordChange(path: path, kind: .remove))
    case (.string(let old), .string(let new)):
      if let kind = difference(old, new) { changes.append(RecordChange(path: path, kind: kind)) }
    case (.object(let old), .object(let new)):
      for (key, value) in new { find(old[key], value, at: path + [.key(key)], in: &changes) }
      for key in old.keys where new[key] == nil {
        changes.append(RecordChange(path: path + [.key(key)], kind: .remove))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (index, value) in new.enumerated() {
        find(old[index], value, at: path + [.index(index)], in: &changes)
      }
    case (_, let new?): if old != new { changes.append(RecordChange(path: path, kind: .set(new))) }
    }
  }

  private static func difference(_ old: String, _ new: String) -> Kind? {
    var (before, after) = (old, new)
    return before.withUTF8 { before in
      after.withUTF8 { after in
        // Of the texts of a value, most are the same in memory.
        if before.baseAddress == after.baseAddress, before.count == after.count { return nil }
        guard let (start, tail) = common(before, after) else { return nil }
        let put = after[start..<(after.count - tail)]
        guard after.count > shortText, put.count < after.count else { return .set(.string(new)) }
        return .splice(
          at: start, cut: before.count - tail - start, of: before.count,
          put: String(decoding: put, as: UTF8.self))
      }
    }
  }

  // How many bytes both have in common at the start and at the end; nil if they are the same.
  private static func common<Bytes: RandomAccessCollection<UInt8>>(
    _ old: Bytes, _ new: Bytes
  ) -> (start: Int, tail: Int)? where Bytes.Index == Int {
    let shorter = min(old.count, new.count)
    var (start, tail) = commonBlocks(old, new)
    while start < shorter, old[start] == new[start] { start += 1 }
    if start == old.count, start == new.count { return nil }
    tail = min(tail, shorter - start)
    while start + tail < shorter, old[old.count - tail - 1] == new[new.count - tail - 1] {
      tail += 1
    }
    // Never within a character.
    func isWithin(_ text: Bytes, _ place: Int) -> Bool {
      place < text.count && text[place] & 0xC0 == 0x80
    }
    while start > 0, isWithin(old, start) || isWithin(new, start) { start -= 1 }
    while tail > 0, isWithin(old, old.count - tail) || isWithin(new, new.count - tail) {
      tail -= 1
    }
    return (start, tail)
  }

  private static let blocks = [4096, 64]

  // The same in whole blocks, large ones and then small ones, which the C library compares at the speed of
  // memory.
  private static func commonBlocks<Bytes: RandomAccessCollection<UInt8>>(
    _ old: Bytes, _ new: Bytes
  ) -> (start: Int, tail: Int) {
    let found = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new -> (start: Int, tail: Int) in
        guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return (0, 0) }
        let shorter = min(old.count, new.count)
        var (start, tail) = (0, 0)
        let (oldEnd, newEnd) = (oldStart + old.count, newStart + new.count)
        for block in blocks {
          while start + block <= shorter, memcmp(oldStart + start, newStart + start, block) == 0 {
            start += block
          }
        }
        for block in blocks {
          while start + tail + block <= shorter,
            memcmp(oldEnd - tail - block, newEnd - tail - block, block) == 0
          { tail += block }
        }
        return (start, tail)
      }
    }
    return (found ?? nil) ?? (0, 0)
  }

  /// Whether it is a difference of a text, which then is another one.
  var isInText: Bool {
    switch kind {
    case .splice, .edit: true
    case .set, .remove: false
    }
  }

  // MARK: Applying

  /// Changes a value. Returns false, and changes nothing, if it does not fit.
  func apply(to value: inout StateValue?) -> Bool { apply(to: &value, path[...]) }

  // What is changed is taken out meanwhile: a text that is also held elsewhere would be copied, for each of thousands
  // of key presses.
  private func apply(to value: inout StateValue?, _ rest: ArraySlice<Step>) -> Bool {
    guard let step = rest.first else { return apply(here: &value) }
    switch (step, value) {
    case (.key(let key), .object(var fields)):
      value = nil
      var inner = fields.removeValue(forKey: key)
      let fits = apply(to: &inner, rest.dropFirst())
      fields[key] = inner
      value = .object(fields)
      return fits
    case (.index(let index), .array(var items)) where items.indices.contains(index):
      var inner: StateValue? = items[index]
      guard apply(to: &inner, rest.dropFirst()), let inner else { return false }
      items[index] = inner
      value = .array(items)
    case (.key(let key), nil):
      var inner: StateValue?
      guard apply(to: &inner, rest.dropFirst()) else { return false }
      value = .object(inner.map { [key: $0] } ?? [:])
    default: return false
    }
    return true
  }

  private func apply(here value: inout StateValue?) -> Bool {
    switch kind {
    case .set(let new): value = new
    case .remove: value = nil
    case .splice(let at, let cut, let size, let put):
      guard case .string(var text) = value else { return false }
      guard text.utf8.count == size, at >= 0, cut >= 0, at <= size - cut else { return false }
      let start = text.utf8.index(text.startIndex, offsetBy: at)
      let end = text.utf8.index(start, offsetBy: cut)
      guard !Self.isWithinCharacter(start, text), !Self.isWithinCharacter(end, text) else {
        return false
      }
      value = nil
      text.replaceSubrange(start..<end, with: put)
      value = .string(text)
    case .edit(let edit, let size):
      guard case .string(let text) = value else { return false }
      var edited = TextUnderEdits(text)
      guard edited.count == size, edited.make(edit) else { return false }
      value = .string(edited.text)
    }
    return true
  }

  private static func isWithinCharacter(_ place: String.Index, _ text: String) -> Bool {
    place < text.utf8.endIndex && text.utf8[place] & 0xC0 == 0x80
  }
}

extension RecordChange {
  /// Writes it as JSON, without the first steps of its path.
  func write(to writer: inout StateJSONWriter, after steps: Int = 0) {
    var name: StaticString = "\"p\":["
    switch kind {
    case .splice(let at, let cut, let size, _):
      Self.write(at, cut, of: size, to: &writer)
    case .edit(let edit, let size):
      Self.write(edit.start, edit.removed, of: size, to: &writer)
      // Not “p”: a version that does not know it must not take it for a removal.
      name = "\"q\":["
    case .set, .remove: writer.write(verbatim: "{")
    }
    writer.write(verbatim: name)
    for (index, step) in path.dropFirst(steps).enumerated() {
      if index > 0 { writer.write(verbatim: ",") }
      writer.write(step.value)
    }
    writer.write(verbatim: "]")
    switch kind {
    case .set(let value):
      writer.write(verbatim: ",\"v\":")
      writer.write(value)
    case .remove: break
    case .splice(_, _, _, let put):
      writer.write(verbatim: ",\"t\":")
      writer.write(.string(put))
    case .edit(let edit, _):
      writer.write(verbatim: ",\"t\":")
      writer.write(.string(edit.inserted))
    }
    writer.write(verbatim: "}")
  }

  private static func write(
    _ at: Int, _ cut: Int, of size: Int, to writer: inout StateJSONWriter
  ) {
    writer.write(number: at, for: "{\"a\":")
    if cut > 0 { writer.write(number: cut, for: ",\"c\":") }
    writer.write(number: size, for: ",\"o\":")
    writer.write(verbatim: ",")
  }

  /// Nil if it is no change.
  init?(_ value: StateValue, after start: [Step] = []) {
    guard let fields = value.object,
      let steps = Step.steps(fields["p"]) ?? Step.steps(fields["q"])
    else { return nil }
    path = start + steps
    if let text = fields["t"]?.string, let at = fields["a"]?.int, let size = fields["o"]?.int {
      let cut = fields["c"]?.int ?? 0
      kind =
        fields["q"] == nil
        ? .splice(at: at, cut: cut, of: size, put: text)
        : .edit(TextEdit(start: at, removed: cut, inserted: text), of: size)
    } else if fields["q"] != nil {
      return nil
    } else {
      kind = fields["v"].map(Kind.set) ?? .remove
    }
  }
}

extension RecordChange.Step {
  var value: StateValue {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .int(Int64(index))
    }
  }

  static func steps(_ value: StateValue?) -> [Self]? {
    guard let values = value?.array else { return nil }
    let steps = values.compactMap { $0.string.map(Self.key) ?? $0.int.map(Self.index) }
    return steps.count == values.count ? steps : nil
  }
}

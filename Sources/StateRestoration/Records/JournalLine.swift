// SPDX-License-Identifier: Apache-2.0
// A line of a journal: a checksum, the number of the line, and what changed. Numbers run on from file to
// file, so that a line that is missing is noticed. What follows a line that is cut short is not read.

import Foundation

/// What changed in a window at one moment.
struct JournalLine: Equatable, Sendable {
  /// Counted for each window.
  let number: Int
  /// The first line of a file: the generation of the record that it is about.
  var base: Int?
  /// Whether the changes are the whole record, whatever it was before.
  var isWhole = false
  let changes: [RecordChange]
  /// What the paths of all its changes begin with. When a line is read, they have it.
  var start: Start?

  /// The beginning of a path, which is long and the same at nearly every key press: only the first line of a file that has
  /// it says what it is, the others have its number.
  struct Start: Equatable, Sendable {
    let number: Int
    let steps: [RecordChange.Step]
    let isNew: Bool
  }

  var bytes: [UInt8] {
    // Not by way of a `StateValue`: that takes longer than all the rest of a key press.
    var writer = StateJSONWriter(isOnOneLine: true)
    writer.write(verbatim: Self.noSum)
    writer.write(verbatim: "{\"c\":[")
    for (index, change) in changes.enumerated() {
      if index > 0 { writer.write(verbatim: ",") }
      change.write(to: &writer, after: start?.steps.count ?? 0)
    }
    writer.write(verbatim: "]")
    if let base { writer.write(number: base, for: ",\"g\":") }
    writer.write(number: number, for: ",\"n\":")
    if let start {
      if start.isNew {
        writer.write(verbatim: ",\"p\":")
        writer.write(.array(start.steps.map(\.value)))
      }
      writer.write(number: start.number, for: ",\"s\":")
    }
    if isWhole { writer.write(verbatim: ",\"w\":true") }
    Self.end(&writer.bytes)
    return writer.bytes
  }

  /// What is the same in every line with an edit of a text: nearly every key press is one.
  struct EditLine: Sendable {
    private let path: [UInt8]
    private let carets: [[UInt8]]
    /// The number of the beginning of its path.
    private let start: Int

    /// `path` and `carets` lead from that beginning to the text and to the numbers that say where the caret is.
    init(at path: [String], carets: [[String]], start: Int) {
      func names(_ path: [String]) -> String { StateValue.array(path.map { .string($0) }).lineText }
      self.path = Array(",\"q\":\(names(path)),\"t\":".utf8)
      self.carets = carets.map { Array("},{\"p\":\(names($0)),\"v\":".utf8) }
      self.start = start
    }

    /// Writes it in place of what was there.
    func write(_ edit: TextEdit, of count: Int, number: Int, to writer: inout StateJSONWriter) {
      writer.bytes.removeAll(keepingCapacity: true)
      writer.write(verbatim: noSum)
      writer.write(number: edit.start, for: "{\"c\":[{\"a\":")
      if edit.removed > 0 { writer.write(number: edit.removed, for: ",\"c\":") }
      writer.write(number: count, for: ",\"o\":")
      writer.bytes += path
      writer.write(.string(edit.inserted))
      for caret in carets {
        writer.bytes += caret
        writer.write(number: edit.end, for: "")
      }
      writer.write(number: number, for: "}],\"n\":")
      writer.write(number: start, for: ",\"s\":")
      JournalLine.end(&writer.bytes)
    }
  }

  /// The place of the checksum.
  fileprivate static let noSum: StaticString = "00000000 "

  fileprivate static func end(_ line: inout [UInt8]) {
    line.append(UInt8(ascii: "}"))
    var sum = Checksum.crc32(line[9...])
    for place in (0..<8).reversed() {
      let digit = UInt8(sum & 15)
      line[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      sum >>= 4
    }
    line.append(UInt8(ascii: "\n"))
  }

  /// The lines of a file, up to one that is damaged. `starts`: the beginnings of paths in it.
  static func lines(in data: Data, _ starts: inout [Int: [RecordChange.Step]]) -> [JournalLine] {
    var lines: [JournalLine] = []
    var rest = data[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")),
      let line = JournalLine(rest[..<end], &starts)
    {
      lines.append(line)
      rest = rest[(end + 1)...]
    }
    return lines
  }

  /// The same where each line counts by itself, and there may be very many.
  static func independentLines(in data: Data) -> [JournalLine] {
    let texts = data.split(separator: UInt8(ascii: "\n"))
    let atOnce = 500
    let found = Locked<[Int: [JournalLine]]>([:])
    DispatchQueue.concurrentPerform(iterations: (texts.count + atOnce - 1) / atOnce) { part in
      let lines = texts[(part * atOnce)..<min((part + 1) * atOnce, texts.count)].compactMap {
        text in
        var starts: [Int: [RecordChange.Step]] = [:]
        return JournalLine(text, &starts)
      }
      found.withLock { $0[part] = lines }
    }
    return found.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
  }

  /// What the whole record is, if that is what it says.
  var value: StateValue? {
    if isWhole, case .set(let value)? = changes.first?.kind { value } else { nil }
  }

  private init?(_ line: Data, _ starts: inout [Int: [RecordChange.Step]]) {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")),
      let sum = UInt32(String(decoding: line[..<space], as: UTF8.self), radix: 16)
    else { return nil }
    let text = Data(line[(space + 1)...])
    guard Checksum.crc32(text) == sum, let fields = try? StateValue(json: text).object,
      let number = fields["n"]?.int, let changes = fields["c"]?.array
    else { return nil }
    self.number = number
    base = fields["g"]?.int
    isWhole = fields["w"]?.bool ?? false
    var steps: [RecordChange.Step] = []
    if let number = fields["s"]?.int {
      if let new = RecordChange.Step.steps(fields["p"]) { starts[number] = new }
      guard let known = starts[number] else { return nil }
      steps = known
    }
    self.changes = changes.compactMap { RecordChange($0, after: steps) }
    guard self.changes.count == changes.count else { return nil }
  }

  init(
    number: Int, base: Int? = nil, isWhole: Bool = false, changes: [RecordChange],
    start: Start? = nil
  ) {
    self.number = number
    self.base = base
    self.isWhole = isWhole
    self.changes = changes
    self.start = start
  }
}

/// What the journals of one window say.
struct JournalFiles: Equatable, Sendable {
  /// The lines of each file that could be read, by its number.
  private(set) var files: [(number: Int, lines: [JournalLine])] = []
  /// The numbers of all files.
  private(set) var numbers: ClosedRange<Int>?
  /// The number of the last line.
  private(set) var lastLine = 0
  /// The whole record, from the end of a session that had very many: it is newer than files that began before it.
  private var gathered: JournalLine?
  /// The beginnings of paths in each file.
  private var starts: [Int: [Int: [RecordChange.Step]]] = [:]

  init() {}

  /// Files of which nothing is needed but their numbers.
  init(numbers: ClosedRange<Int>) { self.numbers = numbers }

  /// Adds the lines of a file, or those of another file with the same number that are missing in it.
  mutating func add(_ number: Int, _ data: Data) {
    let lines = JournalLine.lines(in: data, &starts[number, default: [:]])
    if let index = files.firstIndex(where: { $0.number == number }) {
      let known = files[index].lines.last?.number ?? 0
      files[index].lines += lines.filter { $0.number > known }
    } else {
      files.append((number, lines))
    }
    files.sort { $0.number < $1.number }
    numbers = (files.first?.number ?? number)...(files.last?.number ?? number)
    lastLine = max(lastLine, lines.last?.number ?? 0)
  }

  mutating func add(gathered line: JournalLine) { gathered = line }

  /// A record with what was journaled after it; nil if there is nothing. `record` is nil if none was
  /// ever written: then a journal that has all of it is needed.
  func replayed(over record: SceneRecord?) -> StateValue? {
    var base = record?.generation
    var newest: StateValue?
    if let gathered, let newer = gathered.base, newer > base ?? -1 {
      (newest, base) = (gathered.value, newer)
      // Nearly always: there are very many.
      if files.isEmpty { return newest }
    }
    var replay = RecordReplay(newest ?? record?.value)
    var next: Int?
    for (_, lines) in files {
      guard let first = lines.first, let firstBase = first.base else {
        next = nil
        continue
      }
      if let base, firstBase < base { continue }
      if first.isWhole || firstBase == base && next == nil { next = first.number }
      for line in lines {
        guard line.number == next else {
          next = nil
          break
        }
        guard line.changes.allSatisfy({ replay.make($0) }) else {
          next = nil
          break
        }
        next = line.number + 1
      }
    }
    let value = replay.finish()
    return value == record?.value ? nil : value
  }

  static func == (left: JournalFiles, right: JournalFiles) -> Bool {
    left.numbers == right.numbers && left.lastLine == right.lastLine
  }
}

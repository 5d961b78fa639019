// SPDX-License-Identifier: Apache-2.0
// What was typed into a stored text, or one text of a stored value, since it was last put together. That takes as long as
// the text is, so the writer does it when the window is saved, or whoever asks for the text.

/// The edits of a stored text that are not in it yet.
struct EditedText: Sendable, Equatable {
  /// Which text it is: the same, however much of it has been put together.
  struct State: Sendable, Equatable {
    let lineage: Int
    let edits: Int

    /// After one more.
    var next: State { State(lineage: lineage, edits: edits + 1) }
  }

  /// A number that no other text of this process has.
  private let lineage: Int
  /// Where it is in the stored value.
  let path: [String]
  /// The parts of the value that say where the caret is.
  let caretPlaces: [[String]]
  /// Where that is: behind the last edit, until it is stored or moved.
  private(set) var caret: Int?
  private(set) var edits: [TextEdit] = []
  /// How many of the first edits are in the text already.
  private var made = 0
  /// The code points of the whole.
  private(set) var count: Int

  private static let lastLineage = Locked(0)

  init(_ text: String, at path: [String], caretsAt caretPlaces: [[String]]) {
    count = text.codePoints
    (self.path, self.caretPlaces) = (path, caretPlaces)
    lineage = Self.lastLineage.withLock {
      $0 += 1
      return $0
    }
  }

  /// Whether there is something that is not in the stored value.
  var isWaiting: Bool { !edits.isEmpty || caret != nil }

  /// The caret is in the stored value.
  mutating func caretIsStored() { caret = nil }

  var state: State { State(lineage: lineage, edits: made + edits.count) }

  /// Nil if the text has no such place.
  mutating func add(_ edit: TextEdit) -> (before: State, count: Int, waiting: Int)? {
    guard let length = edit.length(after: count) else { return nil }
    let before = (state, count, edits.count + 1)
    edits.append(edit)
    count = length
    if !caretPlaces.isEmpty { caret = edit.end }
    return before
  }

  /// The edits after a state, with the code points before each; nil if they are not there any more.
  func edits(after state: State) -> [(edit: TextEdit, count: Int)]? {
    guard state.lineage == lineage, state.edits >= made, state.edits <= self.state.edits else {
      return nil
    }
    return counted(edits[(state.edits - made)...])
  }

  /// All of them.
  var all: [(edit: TextEdit, count: Int)] { counted(edits[...]) }

  private func counted(_ edits: ArraySlice<TextEdit>) -> [(edit: TextEdit, count: Int)] {
    var size = count
    var counted: [(edit: TextEdit, count: Int)] = []
    for edit in edits.reversed() {
      size -= edit.insertedCount - edit.removed
      counted.append((edit, size))
    }
    return counted.reversed()
  }

  /// The value with all edits of the text.
  func whole(_ value: StateValue?) -> StateValue? {
    var value = value
    if !edits.isEmpty, let text = value?.at(path)?.string,
      let edited = TextEdit.text(text, after: edits)
    {
      value.put(.string(edited), at: path)
    }
    putCaret(in: &value)
    return value
  }

  func putCaret(in value: inout StateValue?) {
    guard let caret, value != nil else { return }
    for place in caretPlaces { value.put(.int(Int64(caret)), at: place) }
  }

  /// The first edits, up to a state, have been put into the text. Returns false if it is another text.
  mutating func took(_ state: State) -> Bool {
    guard let rest = edits(after: state) else { return false }
    made = state.edits
    edits = rest.map(\.edit)
    return true
  }
}

/// The edited texts of a window by key. They are few: to go through them is quicker than a dictionary, whose hashes alone are a
/// tenth of what a key press costs.
struct EditedTexts: Sendable, Equatable {
  private struct Entry: Sendable, Equatable {
    let key: String
    var text: EditedText
  }
  /// In the order of the keys, so that the same texts are equal.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var all: [(key: String, text: EditedText)] { entries.map { ($0.key, $0.text) } }

  subscript(key: String) -> EditedText? {
    get { entries.first { $0.key == key }?.text }
    set {
      entries.removeAll { $0.key == key }
      guard let newValue else { return }
      let place = entries.firstIndex { $0.key > key } ?? entries.endIndex
      entries.insert(Entry(key: key, text: newValue), at: place)
    }
  }

  /// Changes a text where it is; nil if there is none.
  mutating func change<Answer>(
    _ key: String, _ change: (inout EditedText) -> Answer
  ) -> Answer? {
    entries.firstIndex { $0.key == key }.map { change(&entries[$0].text) }
  }

  /// The same for the text that is there in the value, and has the carets there.
  mutating func change<Answer>(
    _ key: String, at path: [String], caretsAt places: [[String]],
    _ change: (inout EditedText) -> Answer
  ) -> Answer? {
    entries.firstIndex {
      $0.key == key && $0.text.path == path && $0.text.caretPlaces == places
    }.map { change(&entries[$0].text) }
  }
}

/// A value in which a text has its edits up to a state.
struct WholeText: Sendable {
  let state: EditedText.State
  let value: StateValue
}

extension StateValue {
  /// What is there in it, by the keys of objects.
  func at(_ path: some Sequence<String>) -> StateValue? {
    path.reduce(self as StateValue?) { $0?.object?[$1] }
  }
}

extension StateValue? {
  /// Puts something there, or removes what is; `path` leads to an object.
  mutating func put(_ value: StateValue?, at path: [String]) {
    let kind = value.map { RecordChange.Kind.set($0) } ?? .remove
    _ = RecordChange(path: path.map { .key($0) }, kind: kind).apply(to: &self)
  }
}

extension SceneRecord {
  /// What is stored, with what was typed into texts.
  var wholeStorage: [String: StateValue] {
    var storage = storage
    for (key, text) in edits.all where text.isWaiting {
      storage[key] = text.whole(storage[key])
    }
    return storage
  }

  /// The same, put together.
  var puttingTextsTogether: SceneRecord {
    guard !edits.isEmpty else { return self }
    var record = self
    record.storage = wholeStorage
    record.edits = EditedTexts()
    return record
  }

  /// The texts that were put together in another copy of this record.
  func wholeTexts(in record: SceneRecord) -> [String: WholeText] {
    edits.all.reduce(into: [:]) { texts, entry in
      texts[entry.key] = record.storage[entry.key].map {
        WholeText(state: entry.text.state, value: $0)
      }
    }
  }
}

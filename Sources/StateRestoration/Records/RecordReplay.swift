// SPDX-License-Identifier: Apache-2.0
// What was journaled is put into a record: thousands of edits of a long text, each at nearly the same place.

/// Makes changes one after the other. A long text that is edited thousands of times is put together once.
struct RecordReplay {
  private var value: StateValue?
  private var text: (path: [RecordChange.Step], edited: TextUnderEdits)?

  init(_ value: StateValue?) { self.value = value }

  /// Returns false if it does not fit.
  mutating func make(_ change: RecordChange) -> Bool {
    guard case .edit(let edit, let size) = change.kind else {
      if let text, change.path.starts(with: text.path) || text.path.starts(with: change.path) {
        putTogether()
      }
      return change.apply(to: &value)
    }
    if text?.path != change.path {
      putTogether()
      guard case .string(let found) = value?.at(change.path) else { return false }
      text = (change.path, TextUnderEdits(found))
    }
    return text?.edited.count == size && text?.edited.make(edit) == true
  }

  private mutating func putTogether() {
    guard let text else { return }
    self.text = nil
    _ = RecordChange(path: text.path, kind: .set(.string(text.edited.text))).apply(to: &value)
  }

  mutating func finish() -> StateValue? {
    putTogether()
    return value
  }
}

extension StateValue {
  fileprivate func at(_ path: [RecordChange.Step]) -> StateValue? {
    path.reduce(self as StateValue?) { value, step in
      switch step {
      case .key(let key): value?.object?[key]
      case .index(let index):
        value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }
}

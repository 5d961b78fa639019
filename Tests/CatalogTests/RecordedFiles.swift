// SPDX-License-Identifier: Apache-2.0
// What a program did with the files of a catalogue, as the recording disk has written it down, and what of that a disk may
// have after a power cut: all of a file that was flushed, and of the rest any part. A write counts by sectors, which are
// there whole or not at all; a file that got longer may have zeros there; a name that was made or removed since the
// directory was flushed may be there or not.

import Foundation

struct RecordedFiles {
  struct Call {
    enum Kind: UInt32 {
      case made = 0x63
      case written = 0x77
      case cut = 0x74
      case flushed = 0x73
      case removed = 0x75
    }
    let kind: Kind
    /// Empty for the directory.
    let name: String
    let place: Int
    let bytes: [UInt8]
  }

  /// Which of the calls that were not flushed the disk has. Asked once for each name, and for each part of each write.
  struct Fate {
    let what: String
    let isName: (String) -> Bool
    let isPart: (_ file: String) -> Bool

    static func only(_ what: String, _ names: Set<String>) -> Fate {
      Fate(what: what, isName: { names.contains($0) }, isPart: { names.contains($0) })
    }
  }

  private final class Content {
    var flushed: [UInt8]
    var since: [Call] = []

    init(_ bytes: [UInt8]) { flushed = bytes }

    func after(_ isPart: () -> Bool) -> [UInt8] {
      var bytes = flushed
      func make(_ size: Int) {
        if size > bytes.count {
          bytes += [UInt8](repeating: 0, count: size - bytes.count)
        } else {
          bytes.removeLast(bytes.count - size)
        }
      }
      for call in since {
        guard call.kind == .written else {
          if isPart() { make(call.place) }
          continue
        }
        let end = call.place + call.bytes.count
        var from = call.place
        while from < end {
          let to = min(end, (from / 512 + 1) * 512)
          if isPart() {
            if bytes.count < to { make(to) }
            bytes.replaceSubrange(from..<to, with: call.bytes[from - call.place..<to - call.place])
          }
          from = to
        }
      }
      return bytes
    }
  }

  private var now: [String: Content]
  /// The names as of the last time that the directory was flushed, and those that were made or removed since.
  private var names: [String: Content]
  private var changed: [String] = []

  /// Files that are on the disk.
  init(_ files: [String: [UInt8]]) {
    now = files.mapValues(Content.init)
    names = now
  }

  mutating func apply(_ call: Call) {
    switch call.kind {
    case .made:
      now[call.name] = Content([])
      changed.append(call.name)
    case .removed:
      now[call.name] = nil
      changed.append(call.name)
    case .written, .cut: now[call.name]?.since.append(call)
    case .flushed where call.name.isEmpty:
      names = now
      changed = []
    case .flushed:
      guard let content = now[call.name] else { return }
      content.flushed = content.after { true }
      content.since = []
    }
  }

  func afterPowerCut(_ fate: Fate) -> [String: [UInt8]] {
    var files = names
    for name in changed where fate.isName(name) { files[name] = now[name] }
    return files.reduce(into: [:]) { result, file in
      result[file.key] = file.value.after { fate.isPart(file.key) }
    }
  }

  /// Reads what the recording disk has written.
  static func calls(_ file: URL) throws -> [Call] {
    let bytes = [UInt8](try Data(contentsOf: file))
    func number(_ place: Int, _ size: Int) -> Int {
      bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var calls: [Call] = []
    var place = 0
    while place + 24 <= bytes.count {
      let (length, count) = (number(place + 4, 4), number(place + 16, 8))
      guard let kind = Call.Kind(rawValue: UInt32(number(place, 4))) else { break }
      let name = place + 24
      calls.append(
        Call(
          kind: kind, name: String(decoding: bytes[name..<name + length], as: UTF8.self),
          place: number(place + 8, 8), bytes: Array(bytes[name + length..<name + length + count])))
      place = name + length + count
    }
    return calls
  }
}

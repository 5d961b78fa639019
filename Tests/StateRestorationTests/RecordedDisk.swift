// SPDX-License-Identifier: Apache-2.0
// A disk in memory that can say what another one would have after a power cut.

import Foundation
import StateRestorationTesting
import TestSwitches

@testable import StateRestoration

/// A disk that remembers every call that changes it.
final class RecordedDisk: FileSystemWrapper {
  enum Call: Sendable {
    case create(String, file: Int)
    case makeDirectory(String)
    case write(file: Int, Data)
    case flush(file: Int)
    case flushNames(in: String)
    case rename(String, String)
    case link(String, String)
    case remove(String)

    var isOfJournal: Bool {
      if case .create(let path, _) = self { path.hasSuffix(".journal") } else { false }
    }

    /// The directories whose names it changes.
    var directories: [String] {
      switch self {
      case .create(let path, _), .makeDirectory(let path), .remove(let path): [parent(of: path)]
      case .rename(let path, let newPath), .link(let path, let newPath):
        [parent(of: path), parent(of: newPath)]
      case .write, .flush, .flushNames: []
      }
    }

    private func parent(of path: String) -> String {
      path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }
  }

  /// What is there of the bytes that were not flushed.
  enum Bytes: CaseIterable { case none, half, all, zeros }

  /// What becomes of what was not flushed.
  struct Fate {
    /// Whether what a call did to names is there.
    let isNameThere: (_ call: Int) -> Bool
    let bytes: (_ file: Int) -> Bytes

    static func random(_ random: FixedRandom) -> Fate {
      var random = random
      let share = Double.random(in: 0...1, using: &random)
      var bytes: [Int: Bytes] = [:]
      return Fate(
        isNameThere: { _ in Double.random(in: 0..<1, using: &random) < share },
        bytes: { file in
          let drawn = bytes[file] ?? Bytes.allCases.randomElement(using: &random) ?? .none
          bytes[file] = drawn
          return drawn
        })
    }
  }

  let base: any StateFileSystem = MemoryFileSystem()
  private let state = Locked(State())

  private struct State: Sendable {
    var calls: [Call] = []
    var open: [Int32: Int?] = [:]
    var last = 0
  }

  var calls: [Call] { state.withLock { $0.calls } }
  private func note(_ call: Call) { state.withLock { $0.calls.append(call) } }

  func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    let descriptor = try base.open(path, access)
    state.withLock { state in
      guard access == .creating else {
        state.open[descriptor] = .some(nil)
        return
      }
      state.last += 1
      state.open[descriptor] = state.last
      state.calls.append(.create(path, file: state.last))
    }
    return descriptor
  }
  func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    let count = try base.write(file, data, path: path)
    state.withLock { state in
      if let number = state.open[file] ?? nil {
        state.calls.append(.write(file: number, data.prefix(count)))
      }
    }
    return count
  }
  func flush(_ file: Int32, _ path: String) throws {
    try base.flush(file, path)
    state.withLock { state in
      if let number = state.open[file] ?? nil {
        state.calls.append(.flush(file: number))
      } else {
        state.calls.append(.flushNames(in: path))
      }
    }
  }
  func makeDirectory(_ path: String) throws {
    try base.makeDirectory(path)
    note(.makeDirectory(path))
  }
  func rename(_ path: String, _ newPath: String) throws {
    try base.rename(path, newPath)
    note(.rename(path, newPath))
  }
  func link(_ path: String, _ newPath: String) throws {
    try base.link(path, newPath)
    note(.link(path, newPath))
  }
  func remove(_ path: String) throws {
    try base.remove(path)
    note(.remove(path))
  }

  /// The disk after a power cut.
  static func afterPowerCut(_ calls: ArraySlice<Call>, _ fate: Fate) -> MemoryFileSystem {
    var written: [Int: Data] = [:]
    var safe: [Int: Int] = [:]
    var flushedFiles: Set<Int> = []
    var flushedNames: [String: Int] = [:]
    for (index, call) in zip(calls.indices, calls) {
      switch call {
      case .flushNames(let directory): flushedNames[directory] = index
      case .write(let file, let data): written[file, default: Data()] += data
      case .flush(let file):
        safe[file] = written[file]?.count ?? 0
        flushedFiles.insert(file)
      default: break
      }
    }
    let files = MemoryFileSystem()
    var numbers: [String: Int] = [:]
    for (index, call) in zip(calls.indices, calls) {
      // A file that was flushed has its first name, too.
      // The root directory was always there.
      let isFlushed = call.directories.contains {
        $0.isEmpty || flushedNames[$0, default: -1] > index
      }
      let isThere = isFlushed || !call.directories.isEmpty && fate.isNameThere(index)
      if case .create(let path, let file) = call, isThere || flushedFiles.contains(file) {
        numbers[path] = file
      }
      guard isThere else { continue }
      switch call {
      case .makeDirectory(let path): try? files.makeDirectory(path)
      case .rename(let path, let newPath):
        guard let file = numbers.removeValue(forKey: path) else { continue }
        numbers[newPath] = file
      case .link(let path, let newPath):
        guard let file = numbers[path] else { continue }
        numbers[newPath] = file
      case .remove(let path): numbers[path] = nil
      default: break
      }
    }
    for (path, file) in numbers {
      let all = written[file] ?? Data()
      let kept = safe[file] ?? 0
      let data: Data =
        switch fate.bytes(file) {
        case .none: all.prefix(kept)
        case .half: all.prefix((kept + all.count) / 2)
        case .all: all
        case .zeros: all.prefix(kept) + Data(count: all.count - kept)
        }
      guard let descriptor = try? files.open(path, .creating) else { continue }
      _ = try? files.write(descriptor, data, path: path)
      files.close(descriptor)
    }
    return files
  }
}

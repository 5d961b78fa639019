// SPDX-License-Identifier: Apache-2.0
// The power is cut after every call, and what the disk has then is made up in every way that a file system
// allows: names up to any call since they were flushed last, the bytes of each file up to any place since
// then, or zeros in their place.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class PowerCutTests: XCTestCase {
  func testEveryPowerCutLeavesWholeWindowsAndAtMostASecondIsLost() async throws {
    try await atDesk { desk in
      let disk = RecordedDisk()
      desk.files = disk
      await desk.start()
      let scenes = ["a", "b"].map { desk.open($0) }
      let texts = (0...40).map { count in
        (0..<count).map { "word \($0)" }.joined(separator: " ") + String(repeating: "é", count: 60)
      }
      /// After these calls, at least this text is on the disk.
      var notes: [(calls: Int, least: Int)] = []
      var shown = 0
      @MainActor func type(_ count: Int) {
        for _ in 0..<count {
          shown += 1
          for scene in scenes { scene.set(texts[shown], for: "draft") }
        }
      }
      @MainActor func note() async {
        await until("it is on the disk") {
          desk.clock.advance(0.3)
          return desk.coordinator.isSaved
        }
        notes.append((disk.calls.count, shown))
      }
      type(1)
      await desk.settle()
      await note()
      for step in 0..<6 {
        type(3)
        await note()
        type(2)
        if step.isMultiple(of: 2) {
          scenes[0].saveNow()
          type(1)
          await note()
        } else {
          await desk.settle()
        }
      }
      let calls = disk.calls
      let stride = rounds(7, withFaults: 1)
      for end in Swift.stride(from: notes[0].calls, through: calls.count, by: stride) {
        let least = notes.last { $0.calls <= end }?.least ?? 0
        for names in 0...2 {
          for bytes in RecordedDisk.Bytes.allCases {
            let files = RecordedDisk.afterPowerCut(calls[..<end], names: names, bytes: bytes)
            let store = StateStore(reading: desk.directory, files)
            let state = store.read()
            let what = "after \(end) calls, names \(names), bytes \(bytes)"
            XCTAssertEqual(Set(state.records.map(\.id)), Set(scenes.map(\.id)), what)
            for record in state.records {
              let text = record.storage["draft"]?.string ?? ""
              guard let index = texts.firstIndex(of: text) else {
                XCTFail("a torn text \(what): \(text.prefix(80))")
                return
              }
              XCTAssertGreaterThanOrEqual(index, least, what)
            }
          }
        }
      }
      XCTAssertGreaterThan(calls.count, 150)
    }
  }
}

/// A disk that remembers every call that changes it.
private final class RecordedDisk: FileSystemWrapper {
  enum Call: Sendable {
    case create(String, file: Int)
    case makeDirectory(String)
    case write(file: Int, Data)
    case flush(file: Int)
    case flushNames
    case rename(String, String)
    case link(String, String)
    case remove(String)
  }

  /// What is there of the bytes that were not flushed.
  enum Bytes: CaseIterable { case none, half, all, zeros }

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
        state.calls.append(.flushNames)
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

  /// The disk after a power cut. `names`: 0 if no name is there that was not flushed, 2 if all are.
  static func afterPowerCut(
    _ calls: ArraySlice<Call>, names: Int, bytes: Bytes
  ) -> MemoryFileSystem {
    let flushed = (calls.lastIndex { if case .flushNames = $0 { true } else { false } } ?? -1) + 1
    let namesEnd = [flushed, (flushed + calls.endIndex) / 2, calls.endIndex][names]
    var written: [Int: Data] = [:]
    var safe: [Int: Int] = [:]
    var flushedFiles: Set<Int> = []
    for call in calls {
      switch call {
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
      if case .create(let path, let file) = call, index < namesEnd || flushedFiles.contains(file) {
        numbers[path] = file
      }
      guard index < namesEnd else { continue }
      switch call {
      case .makeDirectory(let path): try? files.makeDirectory(path)
      case .rename(let path, let newPath):
        numbers[newPath] = numbers.removeValue(forKey: path)
      case .link(let path, let newPath): numbers[newPath] = numbers[path]
      case .remove(let path): numbers[path] = nil
      default: break
      }
    }
    for (path, file) in numbers {
      let all = written[file] ?? Data()
      let kept = safe[file] ?? 0
      let data: Data =
        switch bytes {
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

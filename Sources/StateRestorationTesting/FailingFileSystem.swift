// SPDX-License-Identifier: Apache-2.0
// A file system that counts and records its calls, and fails on demand: every call, a certain one,
// or all from a certain one on, as if the process were gone.

import Foundation
import StateRestoration

/// A file system that fails when a test says so. It writes only half of the bytes at a time, so that
/// a torn file would be noticed.
public final class FailingFileSystem: StateFileSystem {
  /// What fails.
  public enum Fault: Equatable, Sendable {
    /// Nothing.
    case none
    /// The nth call fails, the others work.
    case failing(call: Int, code: Int32)
    /// Nothing happens from the nth call on.
    case gone(fromCall: Int)
    /// The process is killed before the nth call, by the kernel.
    case killed(beforeCall: Int)
    /// Every call that needs room fails.
    case full(Int32)
    /// This many calls that need room work, then none.
    case fullAfter(Int)
    /// Nothing below this path can be changed.
    case readOnly(String)
  }

  private let base: any StateFileSystem
  private let state = Locked(State())

  private struct State: Sendable {
    var fault = Fault.none
    var count = 0
    var written: [String] = []
  }

  /// Files of `base`, all of which work until ``set(_:)`` says otherwise.
  package init(_ base: any StateFileSystem = SystemFileSystem()) { self.base = base }

  /// Sets what fails from now on, and starts to count again.
  public func set(_ fault: Fault) {
    state.withLock { $0 = State(fault: fault) }
  }

  /// The calls since then, as a verb and the name of the file.
  public var calls: [String] { state.withLock { $0.written } }

  private static let needsRoom: Set<String> = ["write", "makeDirectory", "link", "creating"]
  private static let changes: Set<String> = [
    "write", "makeDirectory", "link", "creating", "locking", "truncate", "rename", "remove",
    "removeDirectory",
  ]

  private func call<T>(_ verb: String, _ path: String, _ work: () throws -> T) throws -> T {
    let code: Int32? = state.withLock { state in
      state.count += 1
      state.written.append("\(verb) \(path.split(separator: "/").last ?? "")")
      switch state.fault {
      case .none: return nil
      case .failing(let call, let code): return state.count == call ? code : nil
      case .gone(let call): return state.count >= call ? EINTR : nil
      case .killed(let call):
        if state.count == call { kill(getpid(), SIGKILL) }
        return nil
      case .full(let code): return Self.needsRoom.contains(verb) ? code : nil
      case .fullAfter(let left):
        guard Self.needsRoom.contains(verb) else { return nil }
        if left > 0 { state.fault = .fullAfter(left - 1) }
        return left > 0 ? nil : ENOSPC
      case .readOnly(let root):
        return Self.changes.contains(verb) && path.hasPrefix(root) ? EROFS : nil
      }
    }
    if let code { throw StateFileFailure(path, code) }
    return try work()
  }

  package func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    try call("\(access)", path) { try base.open(path, access) }
  }
  package func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    try call("read", path) { try base.read(file, count, path: path) }
  }
  package func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    // Half of it, so that a torn file would be seen.
    try call("write", path) { try base.write(file, data.prefix((data.count + 1) / 2), path: path) }
  }
  package func truncate(_ file: Int32, _ path: String) throws {
    try call("truncate", path) { try base.truncate(file, path) }
  }
  package func flush(_ file: Int32, _ path: String) throws {
    try call("flush", path) { try base.flush(file, path) }
  }
  // The kernel closes the files of a dead process too.
  package func close(_ file: Int32) { base.close(file) }
  package func status(_ file: Int32, _ path: String) throws -> StateFileStatus {
    try call("status", path) { try base.status(file, path) }
  }
  package func lock(_ file: Int32, _ path: String) throws -> Bool {
    try call("lock", path) { try base.lock(file, path) }
  }
  package func status(_ path: String) throws -> StateFileStatus {
    try call("status", path) { try base.status(path) }
  }
  package func isWritable(_ path: String) -> Bool {
    if case .readOnly(let root) = state.withLock({ $0.fault }), path.hasPrefix(root) {
      return false
    }
    return base.isWritable(path)
  }
  package func makeDirectory(_ path: String) throws {
    try call("makeDirectory", path) { try base.makeDirectory(path) }
  }
  package func restrict(_ path: String) throws {
    try call("restrict", path) { try base.restrict(path) }
  }
  package func rename(_ path: String, _ newPath: String) throws {
    try call("rename", newPath) { try base.rename(path, newPath) }
  }
  package func link(_ path: String, _ newPath: String) throws {
    try call("link", newPath) { try base.link(path, newPath) }
  }
  package func remove(_ path: String) throws { try call("remove", path) { try base.remove(path) } }
  package func removeDirectory(_ path: String) throws {
    try call("removeDirectory", path) { try base.removeDirectory(path) }
  }
  package func list(_ path: String) throws -> [String] {
    try call("list", path) { try base.list(path) }
  }
}

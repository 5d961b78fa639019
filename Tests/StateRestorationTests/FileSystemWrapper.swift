// SPDX-License-Identifier: Apache-2.0
// File systems that pass everything on but for what a test overrides.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

extension FailingFileSystem {
  var renames: [String] { calls.filter { $0.hasPrefix("rename ") } }
}

/// Passes everything on, but for what a test overrides.
protocol FileSystemWrapper: StateFileSystem {
  var base: any StateFileSystem { get }
}

extension FileSystemWrapper {
  func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    try base.open(path, access)
  }
  func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    try base.read(file, count, path: path)
  }
  func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    try base.write(file, data, path: path)
  }
  func truncate(_ file: Int32, _ path: String) throws { try base.truncate(file, path) }
  func flush(_ file: Int32, _ path: String) throws { try base.flush(file, path) }
  func close(_ file: Int32) { base.close(file) }
  func status(_ file: Int32, _ path: String) throws -> StateFileStatus {
    try base.status(file, path)
  }
  func lock(_ file: Int32, _ path: String) throws -> Bool { try base.lock(file, path) }
  func status(_ path: String) throws -> StateFileStatus { try base.status(path) }
  func isWritable(_ path: String) -> Bool { base.isWritable(path) }
  func makeDirectory(_ path: String) throws { try base.makeDirectory(path) }
  func restrict(_ path: String) throws { try base.restrict(path) }
  func rename(_ path: String, _ newPath: String) throws { try base.rename(path, newPath) }
  func link(_ path: String, _ newPath: String) throws { try base.link(path, newPath) }
  func remove(_ path: String) throws { try base.remove(path) }
  func removeDirectory(_ path: String) throws { try base.removeDirectory(path) }
  func list(_ path: String) throws -> [String] { try base.list(path) }
  func isInMemory(_ path: String) -> Bool { base.isInMemory(path) }
}

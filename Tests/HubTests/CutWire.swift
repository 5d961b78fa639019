// SPDX-License-Identifier: Apache-2.0
// A way to the server that is cut again and again: every connection through it has some bytes to go, in either
// direction, and then it ends, in the middle of whatever is said. Some answers come late.

import Foundation

final class CutWire: @unchecked Sendable {
  /// The directory with the socket that clients connect to.
  let directory: URL
  private let socket: Int32
  private let target: String
  private let lock = NSLock()
  private var random: SystemRandomNumberGenerator = .init()
  private var isOpen = true
  private var cut = 0

  /// How many connections were cut.
  var count: Int { lock.withLock { cut } }

  init(to target: URL, in directory: URL) throws {
    self.directory = directory
    self.target = target.appendingPathComponent(".s.PGSQL.5432").path
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = directory.appendingPathComponent(".s.PGSQL.5432").path
    guard Self.withAddress(path, { bind(socket, $0, $1) }) == 0, listen(socket, 32) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(socket, nil, nil)
        guard client >= 0, lock.withLock({ isOpen }) else { return }
        Thread.detachNewThread { [self] in pass(client) }
      }
    }
  }

  func close() {
    lock.withLock { isOpen = false }
    shutdown(socket, Int32(SHUT_RDWR))
    Foundation.close(socket)
  }

  private func pass(_ client: Int32) {
    let server = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      Foundation.close(client)
      Foundation.close(server)
    }
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
    var left = lock.withLock { Int.random(in: 500..<40_000, using: &random) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, -1) > 0 else { return }
      for (from, to) in [(0, server), (1, client)] where ends[from].revents != 0 {
        let count = read(ends[from].fd, &buffer, buffer.count)
        guard count > 0 else { return }
        if from == 1, left % 7 == 0 { usleep(2_000) }
        let passed = min(count, left)
        guard send(to, buffer, passed, Int32(MSG_NOSIGNAL)) == passed else { return }
        left -= passed
        if left == 0 { return lock.withLock { cut += 1 } }
      }
    }
  }

  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array(path.utf8.prefix(107)))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

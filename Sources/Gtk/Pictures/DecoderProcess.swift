// SPDX-License-Identifier: Apache-2.0
// A process that decodes pictures, as the program sees it: asked and answered over a socket, and killed
// when it takes too long. What it answers is believed no more than a file: it is checked before any
// memory is reserved for it.

import CGtk
import Foundation

/// Belongs to one thread.
final class DecoderProcess {
  /// It is of no more use.
  enum Ended: Error { case beforeAnswering, whileAnswering, tookTooLong }

  private let pid: GPid
  private let socket: Int32

  /// Nil if it can't be started.
  init?(_ command: [String]) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child: GPid = 0
    // G_SPAWN_DO_NOT_REAP_CHILD and G_SPAWN_STDERR_TO_DEV_NULL, which Swift does not see in newer GLibs: what
    // is wrong with a stranger's picture concerns nobody, and a terminal understands more than text.
    let flags = GSpawnFlags(rawValue: 1 << 1 | 1 << 4)
    // It closes all other files.
    let isStarted = g_spawn_async_with_fds(
      nil, &words, nil, flags, nil, nil, &child, ends[1], ends[1], -1, nil)
    guard isStarted != 0 else {
      close(ends[0])
      return nil
    }
    (pid, socket) = (child, ends[0])
  }

  deinit {
    close(socket)
    // It has nothing to finish.
    kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  func decode(
    _ file: PictureFile, _ request: PictureRequest, patience: TimeInterval
  ) throws -> DecodedPicture {
    let deadline = Date().addingTimeInterval(patience)
    try send(request, file)
    var words = [Int32](repeating: 0, count: PictureAnswer.wordCount)
    try words.withUnsafeMutableBytes {
      try receive(into: $0, until: deadline, atStart: true)
    }
    let answer = PictureAnswer(words)
    if let failure = answer.failure { throw failure }
    guard let byteCount = answer.byteCount, let buffer = g_try_malloc(gsize(byteCount)) else {
      throw Ended.whileAnswering
    }
    do {
      try receive(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: byteCount), until: deadline,
        atStart: false)
    } catch {
      g_free(buffer)
      throw error
    }
    // Takes the buffer over.
    return DecodedPicture(answer, adopting: g_bytes_new_take(buffer, gsize(byteCount)))
  }

  func barcodes(in file: PictureFile, patience: TimeInterval) throws -> [String] {
    let deadline = Date().addingTimeInterval(patience)
    try send(PictureRequest(size: 0, wanted: .barcodes), file)
    var length: UInt32 = 0
    try withUnsafeMutableBytes(of: &length) {
      try receive(into: $0, until: deadline, atStart: true)
    }
    guard length <= BarcodeAnswer.mostBytes else { throw Ended.whileAnswering }
    var text = [UInt8](repeating: 0, count: Int(length))
    try text.withUnsafeMutableBytes { try receive(into: $0, until: deadline, atStart: false) }
    return BarcodeAnswer.decoded(text)
  }

  private func send(_ request: PictureRequest, _ file: PictureFile) throws {
    guard request.send(to: socket, picture: file.descriptor) else { throw Ended.beforeAnswering }
  }

  private func receive(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Date, atStart: Bool
  ) throws {
    var received = 0
    while received < buffer.count {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      switch poll(&waiting, 1, left) {
      case 0: throw Ended.tookTooLong
      case ..<0 where errno == EINTR: continue
      default: break
      }
      let count = recv(
        socket, buffer.baseAddress?.advanced(by: received), buffer.count - received, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw atStart && received == 0 ? Ended.beforeAnswering : Ended.whileAnswering
      }
      received += count
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// A process that decodes pictures, as a program without GTK sees it: asked and answered over a socket, and killed
// when it takes too long.

import CDecoder
import Catalog
import Foundation

final class ScalingProcess: Sendable {
  private let pid: pid_t
  private let socket: Int32

  /// Nil if it can't be started.
  init?(_ command: [String]) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // What is wrong with a picture concerns nobody, and a terminal understands more than text.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    // Drawings need the person's fonts.
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { (words + environment).forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawn(&child, command[0], &actions, nil, &words, &environment) == 0 else {
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

  /// The files that came back for each size; nil if it is of no more use. Without any, this picture can't be decoded, but
  /// others may.
  func ask(
    _ request: vitrine_picture_request, _ picture: Int32, within patience: TimeInterval
  ) -> [ScaledPicture]? {
    let deadline = Date().addingTimeInterval(patience)
    guard send(request, picture) else { return nil }
    var files: [ScaledPicture] = []
    for size in [request.size, request.smaller.0, request.smaller.1] where size > 0 {
      guard let file = receiveFile(until: deadline) else { return nil }
      if let file { files.append(file) }
    }
    return files
  }

  /// Nil if it is of no more use; without a file, there is none of this size.
  private func receiveFile(until deadline: Date) -> ScaledPicture?? {
    var head = vitrine_picture_file()
    guard withUnsafeMutableBytes(of: &head, { receive(into: $0, until: deadline) }) else {
      return nil
    }
    if head.byte_count == 0 { return .some(nil) }
    guard (1...Int32(PictureFormat.largestFile)).contains(head.byte_count) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(head.byte_count))
    guard bytes.withUnsafeMutableBytes({ receive(into: $0, until: deadline) }) else { return nil }
    let format: PictureFormat? =
      bytes.starts(with: [0xff, 0xd8, 0xff]) ? .jpg : bytes.starts(with: [0x89, 0x50]) ? .png : nil
    guard let format, head.width > 0, head.height > 0 else { return .some(nil) }
    return ScaledPicture(
      bytes: bytes, format: format, width: Int(head.width), height: Int(head.height),
      ownSide: Int(max(head.picture_width, head.picture_height)))
  }

  /// Nil if it is of no more use; without pixels, this one can't be decoded, but others may.
  func askForPixels(
    _ request: vitrine_picture_request, _ picture: Int32, within patience: TimeInterval
  ) -> ScaledPixels?? {
    let deadline = Date().addingTimeInterval(patience)
    var words = [Int32](repeating: 0, count: PixelsHead.wordCount)
    guard send(request, picture),
      words.withUnsafeMutableBytes({ receive(into: $0, until: deadline) })
    else { return nil }
    // What it said of its failure is not followed by anything.
    guard words[0] == 0 else { return .some(nil) }
    guard let head = PixelsHead(words) else { return nil }
    var sent = [UInt8](repeating: 0, count: head.byteCount)
    guard sent.withUnsafeMutableBytes({ receive(into: $0, until: deadline) }) else { return nil }
    return .some(ScaledPixels(head, sent))
  }

  private func send(_ request: vitrine_picture_request, _ picture: Int32) -> Bool {
    withUnsafeBytes(of: request) {
      vitrine_descriptor_send(socket, $0.baseAddress, $0.count, picture)
    }
  }

  private func receive(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Date
  ) -> Bool {
    var received = 0
    while received < buffer.count {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let left = Int32(max(0, deadline.timeIntervalSinceNow * 1000))
      let ready = poll(&waiting, 1, left)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      let count = recv(
        socket, buffer.baseAddress?.advanced(by: received), buffer.count - received, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      received += count
    }
    return true
  }
}

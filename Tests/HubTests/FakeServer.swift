// SPDX-License-Identifier: Apache-2.0
// Somebody who speaks PostgreSQL's language and answers whatever they like: any rows, of any shape, anything at all, or
// nothing.

import Foundation

final class FakeServer: @unchecked Sendable {
  enum Answer {
    case rows([[String?]])
    case bytes([UInt8])
    case nothing
    /// Row after row, until nobody takes them any more; of so many bytes each.
    case endless(Int)
  }

  /// The directory with the socket that clients connect to.
  let directory: URL
  private let socket: Int32
  /// Nil for a socket in the directory.
  private let port: UInt16?
  private let answer: @Sendable (_ sql: String) -> Answer

  /// - Parameter isOnNetwork: whether it is reached as a server across a network is.
  init(
    in directory: URL, isOnNetwork: Bool = false,
    _ answer: @escaping @Sendable (_ sql: String) -> Answer
  ) throws {
    (self.directory, self.answer) = (directory, answer)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    socket = Foundation.socket(
      isOnNetwork ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    if isOnNetwork {
      port = try Self.bindAnywhere(socket)
    } else {
      port = nil
      let path = directory.appendingPathComponent(".s.PGSQL.5432").path
      guard CutWire.withAddress(path, { bind(socket, $0, $1) }) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    guard listen(socket, 32) == 0 else { throw CocoaError(.fileWriteUnknown) }
    Thread.detachNewThread { [self] in
      while case let client = accept(socket, nil, nil), client >= 0 {
        Thread.detachNewThread { [self] in
          serve(client)
          Foundation.close(client)
        }
      }
    }
  }

  /// Binds to a port of this machine that is free, and returns it.
  private static func bindAnywhere(_ socket: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(socket, start, length) == 0 && getsockname(socket, start, &length) == 0
    }
    guard isBound else { throw CocoaError(.fileWriteUnknown) }
    return UInt16(bigEndian: address.sin_port)
  }

  var address: String {
    port.map { "postgresql://127.0.0.1:\($0)/x?sslmode=disable&gssencmode=disable" }
      ?? "postgresql:///x?host=\(directory.path)"
  }

  func close() {
    shutdown(socket, Int32(SHUT_RDWR))
    Foundation.close(socket)
  }

  private func serve(_ client: Int32) {
    guard let length = number(client), bytes(client, length - 4) != nil else { return }
    let ready = Self.message("Z", [UInt8(ascii: "I")])
    send(client, Self.message("R", [0, 0, 0, 0]) + ready)
    var sql = ""
    while let kind = bytes(client, 1)?.first, let length = number(client),
      let content = bytes(client, length - 4)
    {
      switch kind {
      case UInt8(ascii: "Q"): send(client, Self.message("C", Array("SET\0".utf8)) + ready)
      case UInt8(ascii: "P"):
        sql = String(decoding: content.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
      case UInt8(ascii: "S"):
        switch answer(sql) {
        case .rows(let rows): send(client, Self.messages(rows) + ready)
        case .bytes(let bytes): send(client, bytes)
        case .nothing: break
        case .endless(let size): sendEndlessly(client, String(repeating: "x", count: size))
        }
      default: break
      }
    }
  }

  /// What a server answers to a statement with these rows.
  static func messages(_ rows: [[String?]]) -> [UInt8] {
    let columns = rows.first?.count ?? 0
    // Its name and what is known of it: a text.
    let known: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]
    let column: [UInt8] = Array("c\0".utf8) + known
    var all: [UInt8] = message("1", []) + message("2", [])
    var head: [UInt8] = [0, UInt8(columns)]
    for _ in 0..<columns { head += column }
    all += message("T", head)
    for row in rows {
      var content: [UInt8] = [0, UInt8(row.count)]
      for value in row {
        guard let value else {
          content += [255, 255, 255, 255]
          continue
        }
        content += big(value.utf8.count) + Array(value.utf8)
      }
      all += message("D", content)
    }
    return all + message("C", Array("SELECT \(rows.count)\0".utf8))
  }

  static func message(_ kind: Unicode.Scalar, _ content: [UInt8]) -> [UInt8] {
    [UInt8(ascii: kind)] + big(content.count + 4) + content
  }

  private static func big(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number).bigEndian, Array.init)
  }

  private func number(_ client: Int32) -> Int? {
    bytes(client, 4)?.reduce(0) { $0 << 8 | Int($1) }
  }

  private func bytes(_ client: Int32, _ count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    var (bytes, filled) = ([UInt8](repeating: 0, count: count), 0)
    while filled < count {
      let step = bytes.withUnsafeMutableBytes {
        read(client, $0.baseAddress?.advanced(by: filled), count - filled)
      }
      guard step > 0 else { return nil }
      filled += step
    }
    return bytes
  }

  private func sendEndlessly(_ client: Int32, _ value: String) {
    let rows = Self.messages([[value]])
    // Without its end.
    send(client, Array(rows.dropLast(Self.message("C", Array("SELECT 1\0".utf8)).count)))
    let row = Self.message("D", [0, 1] + Self.big(value.utf8.count) + Array(value.utf8))
    while send(client, row) {}
  }

  /// Returns whether all of it could be sent.
  @discardableResult
  private func send(_ client: Int32, _ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let step = bytes.withUnsafeBytes {
        // Not a signal if the other end is gone.
        Foundation.send(
          client, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard step > 0 else { return false }
      sent += step
    }
    return true
  }
}

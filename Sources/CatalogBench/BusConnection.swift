// SPDX-License-Identifier: Apache-2.0
// Just enough of D-Bus to ask a program something and wait for the answer. A tool that is started for
// each question would take longer than the answer, and GLib is not for this module.

import BenchTables
import Foundation

final class BusConnection {
  private let socket: Int32
  private var serial: UInt32 = 0

  /// Connects to a bus at the path of its socket.
  init(_ path: String) throws {
    socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure("There are no sockets.") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw Failure("“\(path)” is too long for a socket.") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
    }
    guard result == 0 else {
      close(socket)
      throw Failure("The bus at “\(path)” does not answer.")
    }
    let user = String(getuid()).utf8.map { String(format: "%02x", $0) }.joined()
    try send([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    guard try line().hasPrefix("OK") else { throw Failure("The bus does not know this user.") }
    try send(Array("BEGIN\r\n".utf8))
    _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", method: "Hello")
  }

  deinit { close(socket) }

  /// Asks the bus itself about a name on it; the answer is a number.
  func askBus(_ method: String, about name: String) throws -> UInt32 {
    var body = BusBytes()
    body.append(name)
    var answer = try call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", method: method, signature: "s", body: body)
    return try answer.number()
  }

  /// Calls a method and waits for the answer. `method`: without its interface, which for the bus is its
  /// name.
  func call(
    _ destination: String, _ path: String, interface: String? = nil, method: String,
    signature: String = "", body: BusBytes = BusBytes()
  ) throws -> BusBytes {
    serial += 1
    var message = BusBytes()
    // Little-endian, a call, no flags, version 1.
    message.bytes = [UInt8(ascii: "l"), 1, 0, 1]
    message.append(UInt32(body.bytes.count))
    message.append(serial)
    var fields = BusBytes()
    for (code, type, text) in [
      (1, "o", path), (2, "s", interface ?? destination), (3, "s", method), (6, "s", destination),
    ] as [(UInt8, String, String)] {
      fields.align(8)
      fields.bytes += [code]
      fields.append(signature: type)
      fields.append(text)
    }
    if !signature.isEmpty {
      fields.align(8)
      fields.bytes += [8]
      fields.append(signature: "g")
      fields.append(signature: signature)
    }
    message.append(UInt32(fields.bytes.count))
    message.bytes += fields.bytes
    message.align(8)
    try send(message.bytes + body.bytes)
    return try answer(to: serial)
  }

  private func answer(to serial: UInt32) throws -> BusBytes {
    while true {
      var head = BusBytes(try receive(16))
      let type = head.bytes[1]
      head.place = 4
      let bodyLength = Int(try head.number())
      head.place = 12
      let fieldsLength = Int(try head.number())
      guard bodyLength < 1 << 26, fieldsLength < 1 << 16 else {
        throw Failure("The bus says nonsense.")
      }
      var fields = BusBytes(try receive((fieldsLength + 7) / 8 * 8))
      let body = BusBytes(try receive(bodyLength))
      guard try fields.answeredSerial(within: fieldsLength) == serial else { continue }
      guard type == 2 else {
        var body = body
        throw Failure("The program refuses: \((try? body.text()) ?? "?")")
      }
      return body
    }
  }

  // MARK: Bytes

  private func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure("The bus has closed the connection.") }
      rest = rest.dropFirst(count)
    }
  }

  private func receive(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var piece = [UInt8](repeating: 0, count: count - bytes.count)
      let length = read(socket, &piece, piece.count)
      guard length > 0 else { throw Failure("The bus has closed the connection.") }
      bytes += piece.prefix(length)
    }
    return bytes
  }

  private func line() throws -> String {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") { bytes += try receive(1) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

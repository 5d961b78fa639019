// SPDX-License-Identifier: Apache-2.0
// One connection to the database of a hub. Calls wait for their answer on a queue of their own, so that nobody else has
// to. Passwords come from where PostgreSQL looks for them, and from nowhere else.

import CPostgres
import Catalog
import Foundation

/// Sendable because the connection is used on its queue alone.
public final class HubServer: @unchecked Sendable {
  /// A row of an answer. Whoever answers may be no hub at all: it has the columns that it was asked for, or none.
  public struct Row: Sendable {
    let columns: [String?]
    var first: String? { self[0] }
    subscript(column: Int) -> String? {
      columns.indices.contains(column) ? columns[column] : nil
    }
  }

  /// A parameter of a call.
  enum Value {
    case text(String?)
    case bytes([UInt8])
  }

  private let queue = DispatchQueue(label: "hub.server")
  private let connection: OpaquePointer
  private let patience: Duration
  private let most: UInt64
  /// What can be read of it wakes whoever waits for the bell.
  private let stirring = Pipe()

  /// Connects. Across a network, the server has to prove who it is, unless the address says otherwise.
  ///
  /// - Parameters:
  ///   - patience: how long nothing may come while an answer is awaited. A hub ends what takes a minute.
  ///   - most: how many bytes may come over a network meanwhile. Two thousand rows are asked for at once, and are in memory.
  ///   - isNew: whether nobody has got there yet: then what is missing is named. Later, it may be back in a moment.
  public init(
    _ address: String, patience: Duration = .seconds(90), most: UInt64 = 512 << 20,
    isNew: Bool = false
  ) async throws {
    (self.patience, self.most) = (patience, most)
    connection = try await Self.waiting(on: queue) {
      Opened(pointer: try Self.connect(address, patience, isNew: isNew))
    }.pointer
    // Many changes while nobody waits must not hold up whoever makes them.
    let end = stirring.fileHandleForWriting.fileDescriptor
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    // Owned by this object alone.
    PQfinish(connection)
  }

  // MARK: Calls

  /// The rows that a statement gives.
  func rows(_ sql: String, _ values: Value...) async throws -> [Row] {
    try await Self.waiting(on: queue) { [self] in try read(run(sql, values)) }
  }

  /// The bytes that a statement gives in its only column; nil if there are none.
  func bytes(_ sql: String, _ values: Value...) async throws -> [UInt8]? {
    try await Self.waiting(on: queue) { [self] in
      let result = try run(sql, values, isBinary: true)
      defer { PQclear(result) }
      guard PQntuples(result) == 1, PQgetisnull(result, 0, 0) == 0,
        let start = PQgetvalue(result, 0, 0)
      else {
        return nil
      }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, 0, 0))))
    }
  }

  /// Runs several statements without values, as one transaction.
  func runScript(_ script: String) async throws {
    try await Self.waiting(on: queue) { [self] in
      do {
        let isSent = PQsendQuery(connection, "BEGIN; \(script); COMMIT")
        PQclear(try checked(isSent == 1 ? answer() : nil))
      } catch {
        if PQsendQuery(connection, "ROLLBACK") == 1 {
          PQclear(try? answer())
        }
        throw error
      }
    }
  }

  /// A password as the server keeps it, from which nobody finds out what it was.
  func scrambled(_ password: String, of member: String) async throws -> String {
    try await Self.waiting(on: queue) { [self] in
      guard let text = PQencryptPasswordConn(connection, password, member, "scram-sha-256") else {
        throw HubError.failed(reason: message)
      }
      defer { PQfreemem(text) }
      return String(cString: text)
    }
  }

  /// Ends the wait for the bell, now or the next one.
  func stir() { write(stirring.fileHandleForWriting.fileDescriptor, [1], 1) }

  /// Waits until the server rings or `stir` is called, at most so long. Returns whether the server rang.
  func waitForBell(_ limit: Duration) async throws -> Bool {
    try await Self.waiting(on: queue) { [self] in
      let before = Self.received(connection)
      func hasRung() throws -> Bool {
        guard PQconsumeInput(connection) == 1 else { throw HubError.cutOff(reason: message) }
        guard Self.received(connection) <= before + most else { throw Self.tooMuch }
        var rang = false
        while let bell = PQnotifies(connection) {
          PQfreemem(bell)
          rang = true
        }
        return rang
      }
      if try hasRung() { return true }
      let stirred = stirring.fileHandleForReading.fileDescriptor
      var sources = [PQsocket(connection), stirred].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&sources, 2, Int32(limit / .milliseconds(1)))
      var bytes = [UInt8](repeating: 0, count: 64)
      if sources[1].revents != 0 { _ = Foundation.read(stirred, &bytes, bytes.count) }
      return try hasRung()
    }
  }

  // MARK: libpq

  private static func connect(
    _ address: String, _ patience: Duration, isNew: Bool
  ) throws -> OpaquePointer {
    var options = try options(address)
    guard options["password"] == nil, options["sslpassword"] == nil else {
      throw HubError.passwordInAddress
    }
    if needsProof(options) { options["sslmode"] = "verify-full" }
    // A network that is gone says nothing: a quarter of an hour would pass until it is noticed.
    options["tcp_user_timeout"] = options["tcp_user_timeout"] ?? "20000"
    options["keepalives_idle"] = options["keepalives_idle"] ?? "10"
    options["fallback_application_name"] = "vitrine"
    options["client_encoding"] = "UTF8"
    if let typed = SessionPasswords.shared[address] { options["password"] = typed }
    let names = options.keys.sorted()
    let opened = withCStrings(names) { names in
      withCStrings(options.keys.sorted().map { options[$0] ?? "" }) {
        // Owned by the object that is made here, or ended below.
        PQconnectStartParams(names, $0, 0)
      }
    }
    guard let opened else { throw HubError.failed(reason: "out of memory") }
    // Only so are there codes in the messages, which are in the language of the server.
    PQsetErrorVerbosity(opened, PQERRORS_VERBOSE)
    let isInTime = waitUntilOpen(opened)
    guard PQstatus(opened) == CONNECTION_OK else {
      defer { PQfinish(opened) }
      if PQconnectionNeedsPassword(opened) == 1 { throw HubError.passwordMissing }
      // Before the code goes out of what people read.
      let message = PQerrorMessage(opened).map { beginning(of: $0) } ?? ""
      // It asks for a password before it says whatever else is wrong.
      if message.contains("28P01")
        || message.contains("28000") && PQconnectionUsedPassword(opened) == 1
      {
        SessionPasswords.shared[address] = nil
        throw HubError.passwordRefused
      }
      if isNew, isHere(options) {
        if message.contains("3D000") { throw HubError.noDatabase }
        if let name = unknownName(in: message) { throw HubError.unknownHere(name) }
        // It has said nothing at all.
        if PQprotocolVersion(opened) == 0 { throw HubError.noServerHere }
      }
      throw HubError.unreachable(reason: isInTime ? text(of: opened) : "timeout")
    }
    PQsetErrorVerbosity(opened, PQERRORS_DEFAULT)
    // What the server would tell its owner beside its answers is nothing for a terminal.
    PQsetNoticeProcessor(opened, { _, _ in }, nil)
    // Whoever owns the hub has no such limit by its role.
    if PQsendQuery(opened, "SET statement_timeout = '60s'; SET lock_timeout = '20s'") == 1 {
      do { PQclear(try answer(opened, within: patience, atMost: 1 << 20)) } catch {
        PQfinish(opened)
        throw error
      }
    }
    return opened
  }

  /// Whether the server has to prove who it is.
  static func needsProof(_ address: String) throws -> Bool { needsProof(try options(address)) }

  private static func needsProof(_ options: [String: String]) -> Bool {
    // An address without a host may get one from elsewhere, such as a file of services. On a socket of this machine,
    // which it is mostly, nothing of this counts.
    let isHere =
      options["hostaddr"] == nil
      && ["localhost", "127.0.0.1", "::1"].contains(options["host"] ?? "")
    return !isHere && options["sslmode"] == nil
  }

  /// Returns false if the server takes too long to let somebody in or not.
  private static func waitUntilOpen(_ connection: OpaquePointer) -> Bool {
    let end = ContinuousClock.now + .seconds(15)
    var awaited = POLLOUT
    while PQstatus(connection) != CONNECTION_BAD {
      let rest = Int32((end - .now) / .milliseconds(1))
      guard rest > 0 else { return false }
      var source = pollfd(fd: PQsocket(connection), events: Int16(awaited), revents: 0)
      // Without an answer in time, polling would wait for what has not come.
      guard poll(&source, 1, rest) != 0 else { return false }
      switch PQconnectPoll(connection) {
      case PGRES_POLLING_READING: awaited = POLLIN
      case PGRES_POLLING_WRITING: awaited = POLLOUT
      default: return true
      }
    }
    return true
  }

  /// The parts of an address.
  static func options(_ address: String) throws -> [String: String] {
    // A plain name would be that of a database on this machine: a mistyped file, more likely.
    guard
      address.contains("=") || address.hasPrefix("postgresql://")
        || address.hasPrefix("postgres://")
    else {
      throw HubError.badAddress("")
    }
    var reason: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(address, &reason) else {
      defer { PQfreemem(reason) }
      throw HubError.badAddress(reason.map { sentence(String(cString: $0)) } ?? "?")
    }
    defer { PQconninfoFree(parsed) }
    var options: [String: String] = [:]
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return options
  }

  private var message: String { Self.text(of: connection) }

  private static func text(of connection: OpaquePointer) -> String {
    PQerrorMessage(connection).map { sentence(beginning(of: $0)) } ?? "?"
  }

  /// What a server says of a failure may be of any length.
  private static func beginning(of text: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, 4_000))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What PostgreSQL writes before the words of a failure, such as “: 3D000: ”.
  private static let code = ": +(?=[A-Z]*[0-9])[0-9A-Z]{5}: "

  /// One line, without a full stop.
  private static func sentence(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("LOCATION:") }
    let line = lines.joined(separator: " ")
      .replacingOccurrences(of: code, with: ": ", options: .regularExpression)
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  private func run(_ sql: String, _ values: [Value], isBinary: Bool = false) throws -> OpaquePointer
  {
    var lengths: [Int32] = []
    var formats: [Int32] = []
    var pointers: [UnsafePointer<CChar>?] = []
    var owned: [UnsafeMutablePointer<CChar>] = []
    defer { owned.forEach { $0.deallocate() } }
    for value in values {
      let bytes: [UInt8]?
      switch value {
      case .text(let text): (bytes, formats) = (text.map { Array($0.utf8) + [0] }, formats + [0])
      case .bytes(let content): (bytes, formats) = (content, formats + [1])
      }
      lengths.append(Int32(bytes?.count ?? 0))
      guard let bytes else {
        pointers.append(nil)
        continue
      }
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
      bytes.withUnsafeBytes { if let start = $0.baseAddress { memcpy(copy, start, $0.count) } }
      owned.append(copy)
      pointers.append(UnsafePointer(copy))
    }
    let isSent = PQsendQueryParams(
      connection, sql, Int32(values.count), nil, pointers, lengths, formats, isBinary ? 1 : 0)
    return try checked(isSent == 1 ? answer() : nil)
  }

  private func answer() throws -> OpaquePointer? {
    try Self.answer(connection, within: patience, atMost: most)
  }

  /// The answer to what was sent, which the caller has to clear; nil if there is none.
  private static func answer(
    _ connection: OpaquePointer, within patience: Duration, atMost most: UInt64
  ) throws -> OpaquePointer? {
    var last: OpaquePointer?
    let before = received(connection)
    while true {
      while PQisBusy(connection) == 1 {
        var source = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, Int32(patience / .milliseconds(1))) != 0 else {
          PQclear(last)
          throw HubError.cutOff(reason: "timeout")
        }
        guard PQconsumeInput(connection) == 1 else {
          PQclear(last)
          throw HubError.cutOff(reason: text(of: connection))
        }
        guard received(connection) <= before + most else {
          PQclear(last)
          throw tooMuch
        }
      }
      guard let next = PQgetResult(connection) else { return last }
      PQclear(last)
      last = next
      // Nothing of ours is copied: it would be asked for without end.
      let copies = [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH]
      if copies.contains(PQresultStatus(next)) { return last }
    }
  }

  private static let tooMuch = HubError.failed(reason: "its answer is too long")

  /// How many bytes have come over a network so far; 0 over a socket of this machine, where nobody counts them.
  private static func received(_ connection: OpaquePointer) -> UInt64 {
    // `tcpi_bytes_received` of Linux; the structure that the C library knows ends before it.
    var known = [UInt64](repeating: 0, count: 17)
    let size = known.count * MemoryLayout<UInt64>.size
    var length = socklen_t(size)
    let isKnown = getsockopt(
      PQsocket(connection), Int32(IPPROTO_TCP), TCP_INFO, &known, &length)
    return isKnown == 0 && Int(length) == size ? known[16] : 0
  }

  private func read(_ result: OpaquePointer) -> [Row] {
    defer { PQclear(result) }
    let columns = PQnfields(result)
    return (0..<PQntuples(result)).map { row in
      Row(
        columns: (0..<columns).map { column in
          PQgetisnull(result, row, column) == 1
            ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
        })
    }
  }

  /// Passes a result on to the caller, who has to clear it, or clears it and throws.
  private func checked(_ result: OpaquePointer?) throws -> OpaquePointer {
    guard let result else { throw HubError.cutOff(reason: message) }
    if [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) { return result }
    defer { PQclear(result) }
    if PQstatus(connection) != CONNECTION_OK { throw HubError.cutOff(reason: message) }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, which are macros.
    let code =
      PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { Self.beginning(of: $0) } ?? ""
    let text =
      PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map {
        Self.sentence(Self.beginning(of: $0))
      } ?? message
    throw ServerError(code: code, text: text)
  }

  private static func waiting<Result: Sendable>(
    on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}

/// Passwords that somebody typed: known until the program ends, and written nowhere.
public final class SessionPasswords: @unchecked Sendable {
  public static let shared = SessionPasswords()
  private let lock = NSLock()
  private var byAddress: [String: String] = [:]

  public subscript(address: String) -> String? {
    get { lock.withLock { byAddress[address] } }
    set { lock.withLock { byAddress[address] = newValue } }
  }
}

/// A connection on its way to the object that owns it.
private struct Opened: @unchecked Sendable {
  let pointer: OpaquePointer
}

/// What a server says to a statement.
struct ServerError: Error {
  let code: String
  let text: String

  /// Whether it was nobody's fault and may go well the next time.
  var isPassing: Bool { code.hasPrefix("40") }

  var hubError: HubError {
    switch code {
    case "3F000", "42P01", "42883": .noHub
    case "42P06": .hubExists
    case "42501": .noRight
    case "P0002": .notAnswerable
    case "22021", "22P05": .notUnicode
    case "0A000": .newerHub
    // Others were in the way for too long.
    case "55P03": .cutOff(reason: text)
    default: code.hasPrefix("57") ? .cutOff(reason: text) : .failed(reason: text)
    }
  }
}

/// Calls `body` with the texts as C has lists of them, which end with a null pointer.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  // Copies that are freed here.
  let copies = texts.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  let pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
  return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}

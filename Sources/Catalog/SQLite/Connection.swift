// SPDX-License-Identifier: Apache-2.0
// One connection to the catalogue's file. It belongs to one serial queue and is not thread-safe;
// only `interrupt` may be called from elsewhere.
//
// SQLite before 3.51.3 can damage a file when a checkpoint coincides with a commit that resets the
// log. So there are no automatic checkpoints, not even when the last connection closes.
// `checkpoint()` and closing after `allowCheckpointOnClose()` happen under the catalogue's own
// lock, like every write.

import CSQLite
import Foundation
import Synchronization

final class Connection {
  enum Access {
    case readWrite, readOnly
    /// For a file that nobody can be writing to: takes no locks and creates no files beside it.
    case immutable
  }

  /// How many prepared statements are kept.
  static let mostStatements = 256
  /// How many of SQLite's own steps pass before it looks whether it is interrupted: a tenth of a
  /// millisecond's work.
  private static let stepsBetweenLooks: Int32 = 1_000

  /// Pages in the write-ahead log after the last commit of this connection.
  private(set) var logPages = 0
  let handle: OpaquePointer
  /// What its triggers record, if it has such.
  let recording = Recording()
  /// How many milliseconds the locks of others are waited for.
  let patience: Int32
  private var statements: [String: Statement] = [:]
  private var isOpen = true
  private let isInterrupted = Atomic(false)
  /// How long a statement may work for a row; nil for as long as it takes.
  var timeLimit: Duration?
  /// Until when the one that runs has to give its next row.
  var deadline: ContinuousClock.Instant?
  /// Whether it was ended for that.
  var isOverdue = false
  /// What is asked from time to time whether to go on, and what it threw.
  private var check: (() throws -> Void)?
  private var checkFailure: (any Error)?
  /// What is known of the file, for the connections of an open catalogue.
  var content: FileContent?
  /// How many of them are kept now.
  var statementCount: Int { statements.count }

  private static let configured: Void = csqlite_configure()

  /// Opens an existing file; the path must not contain a symbolic link. Waits up to `patience`
  /// seconds for the locks of others.
  init(_ path: String, _ access: Access, patience: TimeInterval = 5) throws {
    var flags = SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    switch access {
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      let allowed = CharacterSet(charactersIn: "?#%").inverted
      let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
      name = "file:\(escaped)?immutable=1"
    }
    Self.configured
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, access == .immutable ? nil : Self.disk)
    guard let opened else {
      throw SQLiteError(code: code, message: "out of memory", sql: "")
    }
    handle = opened
    self.patience = Int32(patience * 1000)
    guard code == SQLITE_OK else {
      let error = SQLiteError(of: opened, sql: "")
      sqlite3_close_v2(opened)
      throw error
    }
    csqlite_set_checkpoint_on_close(handle, 0)
    csqlite_set_defensive(handle, 1)
    setLimits(access)
    sqlite3_busy_timeout(handle, self.patience)
    // Installing a hook also turns off SQLite's automatic checkpoints.
    let myself = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, myself)
    sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        connection.look()
        connection.ask()
        let isStopped = connection.isOverdue || connection.checkFailure != nil
        return isStopped || connection.isInterrupted.load(ordering: .relaxed) ? 1 : 0
      }, myself)
    try execute(
      """
      PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
      PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = 16777216;
      """)
    try QueryFunctions.install(on: handle)
  }

  deinit {
    close()
  }

  /// Closes the connection; it must not be used afterwards.
  func close() {
    guard isOpen else { return }
    isOpen = false
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs several statements without arguments, ignoring their rows.
  func execute(_ script: String) throws {
    try inTime {
      errno = 0
      guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
        throw SQLiteError(of: handle, sql: script, systemError: errno)
      }
    }
  }

  /// Runs one statement for its effect and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ arguments: (any Bindable)?...) throws -> Int {
    try run(sql, arguments: arguments) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  @discardableResult
  func run(_ sql: String, arguments: [(any Bindable)?]) throws -> Int {
    try run(sql, arguments: arguments) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  /// Every row of a query, each turned into a value by `transform`.
  func rows<Value>(
    _ sql: String, _ arguments: (any Bindable)?..., as transform: (Row) throws -> Value
  ) throws -> [Value] {
    try rows(sql, arguments: arguments, as: transform)
  }

  func rows<Value>(
    _ sql: String, arguments: [(any Bindable)?], as transform: (Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try run(sql, arguments: arguments) {
      values.append(try transform($0))
      return true
    }
    return values
  }

  /// The first row of a query, or nil when it has none.
  func first<Value>(
    _ sql: String, _ arguments: (any Bindable)?..., as transform: (Row) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try run(sql, arguments: arguments) {
      value = try transform($0)
      return false
    }
    return value
  }

  /// The integers of a query's first column, in blocks, until `body` returns false.
  func integers(
    _ sql: String, arguments: [(any Bindable)?],
    forEachBlock body: (ContiguousArray<Int64>) throws -> Bool
  ) throws {
    guard timeLimit != nil else {
      return try statement(sql).runIntegers(arguments, forEachBlock: body)
    }
    try inTime { try statement(sql).runIntegers(arguments) { try anew(body, $0) } }
  }

  /// Calls `body` for each row of a query until it returns false.
  func forEachRow(
    _ sql: String, arguments: [(any Bindable)?], _ body: (Row) throws -> Bool
  ) throws {
    try run(sql, arguments: arguments, forEachRow: body)
  }

  /// Calls `body` for the rows that a query of one argument gives for each key, until it returns
  /// false.
  func forEachRow(
    _ sql: String, keys: some Sequence<some Bindable>, _ body: (Row) throws -> Bool
  ) throws {
    guard timeLimit != nil else { return try statement(sql).run(forEach: keys, body) }
    try inTime { try statement(sql).run(forEach: keys) { try anew(body, $0) } }
  }

  /// Calls `body` for the rows that a query gives for the arguments of each place.
  func forEachRow(
    _ sql: String, tuples: some Sequence<[(any Bindable)?]>, _ body: (Int, Row) throws -> Void
  ) throws {
    guard timeLimit != nil else { return try statement(sql).run(forEach: tuples, body) }
    try inTime { try statement(sql).run(forEach: tuples, body) }
  }

  /// The integer a query of one row and one column gives.
  func integer(_ sql: String, _ arguments: (any Bindable)?...) throws -> Int {
    var integer = 0
    try run(sql, arguments: arguments) {
      integer = $0.onlyInteger
      return false
    }
    return integer
  }

  var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` in a transaction that is rolled back if it throws. Reads see one snapshot; a write
  /// waits for other writers at the start.
  func transaction<Value>(
    _ kind: TransactionKind, _ body: () throws -> Value
  ) throws -> Value {
    try run(kind == .write ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      guard kind == .write, let content else {
        let value = try body()
        try run("COMMIT")
        return value
      }
      try content.beginWriting(self)
      let value = try body()
      try content.require(self)
      try run("COMMIT")
      try content.endWriting(self)
      return value
    } catch {
      rollBack()
      if kind == .write { try? content?.endWriting(self) }
      throw error
    }
  }

  /// Runs `body` in a transaction that writes and is never committed.
  func rolledBack<Value>(_ body: () throws -> Value) throws -> Value {
    try run("BEGIN IMMEDIATE")
    defer { rollBack() }
    return try body()
  }

  // A full disk or an I/O error may have ended the transaction already. An interruption that comes just
  // now stops the statement, but only once.
  private func rollBack() {
    endReadersOfBlocks()
    recording.forgetKnown()
    for _ in 0..<2 where sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
  }

  // The full-text index reads its blocks with a statement of SQLite's own, which has no text, and since SQLite
  // 3.46 leaves it on a row when a search is interrupted. As long as a statement runs, so does the interruption,
  // and not even BEGIN or ROLLBACK works any more. The index starts it anew for the next block.
  private func endReadersOfBlocks() {
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_sql(statement) == nil, sqlite3_stmt_busy(statement) != 0 {
        sqlite3_reset(statement)
      }
      next = sqlite3_next_stmt(handle, statement)
    }
  }

  enum TransactionKind { case read, write }

  /// Gives this connection a large cache: each index is written in a different order, and pages
  /// that do not fit are written, read again and written again.
  func makeRoom() throws {
    try execute("PRAGMA cache_size = -262144")
  }

  /// Frees the cache, unless little of it was used.
  func giveRoomBack() {
    var (used, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &used, &most, 0)
    if used > 4 << 20 { sqlite3_db_release_memory(handle) }
  }

  /// Copies as much of the log into the file as it can without waiting for readers.
  func checkpoint() throws {
    guard let content else { return try copyLog() }
    try content.countingCheckpoint(self, copyLog)
  }

  private func copyLog() throws {
    countUp()
    // Whoever looks whether a checkpoint is under way is in its way for a moment.
    for _ in 0..<20 {
      switch sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) {
      case SQLITE_OK: return
      case SQLITE_BUSY: usleep(1000)
      default: throw SQLiteError(of: handle, sql: "checkpoint")
      }
    }
    throw SQLiteError(of: handle, sql: "checkpoint")
  }

  /// Somebody else may have done so in the meantime, or replaced the file.
  func checkpoint(ifLogHas pages: Int) throws {
    if logPages >= pages, !isReplaced { try checkpoint() }
  }

  /// Whether more than 16 MiB of the file are free pages, and these can be given back.
  func hasMuchFreeRoom() throws -> Bool {
    guard try integer("PRAGMA auto_vacuum") == 2 else { return false }
    let (pages, size) = (try integer("PRAGMA freelist_count"), try integer("PRAGMA page_size"))
    return pages > (16 << 20) / max(512, size)
  }

  /// Lets closing, if this is the last connection, checkpoint the log and remove it, or leave it empty if the pages have
  /// sums.
  func allowCheckpointOnClose() {
    countUp()
    csqlite_set_checkpoint_on_close(handle, 1)
  }

  /// What `quick_check` or `integrity_check` finds wrong with the file; empty if it is undamaged.
  func damage(_ check: String) throws -> [String] {
    let said = try rows("PRAGMA \(check)") { $0.onlyText }
    if said == ["ok"] { return [] }
    let lines = said.flatMap { $0.split(separator: "\n").map(String.init) }
      .filter { !$0.hasPrefix("***") }
    return lines.isEmpty ? ["the check gave no answer"] : lines
  }

  /// Whether the file was replaced by another of its name since it was opened, or overwritten.
  var isReplaced: Bool { hasMoved || content?.state(self) == .overwritten }

  /// Whether it was replaced by another, or was known to be overwritten: what a transaction that writes finds out itself.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0 || content?.isOverwritten == true
  }

  /// Runs `body`, a transaction; whatever fails because the file is not the one that was opened, that is said.
  func inPlace<Value>(
    of path: String, isWriting: Bool = false, _ body: () throws -> Value
  ) throws -> Value {
    if isWriting ? hasMoved : isReplaced { throw CatalogError.replaced(file: path) }
    do { return try body() } catch  where isReplaced { throw CatalogError.replaced(file: path) }
  }

  /// Whether the transaction has left rows that refer to no other, so that it cannot be committed.
  var hasBrokenReferences: Bool {
    var (count, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &most, 0)
    return count != 0
  }

  /// Makes the running statement fail, and those that begin before `endInterruption`: alone, SQLite
  /// forgets an interruption that comes between two statements. May be called from any thread.
  func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    sqlite3_interrupt(handle)
  }

  func endInterruption() {
    isInterrupted.store(false, ordering: .relaxed)
  }

  /// Runs `body`, and asks `check` from time to time while its statements work: what that throws ends them.
  func checking<Value>(
    _ check: @escaping () throws -> Void, _ body: () throws -> Value
  ) throws -> Value {
    self.check = check
    defer { (self.check, checkFailure) = (nil, nil) }
    do { return try body() } catch { throw checkFailure ?? error }
  }

  private func ask() {
    guard let check, checkFailure == nil else { return }
    do { try check() } catch { checkFailure = error }
  }

  private func run(
    _ sql: String, arguments: [(any Bindable)?], forEachRow body: (Row) throws -> Bool
  ) throws {
    guard timeLimit != nil else { return try statement(sql).run(arguments, forEachRow: body) }
    try inTime { try statement(sql).run(arguments) { try anew(body, $0) } }
  }

  private func statement(_ sql: String) throws -> Statement {
    if let cached = statements[sql], !cached.isBusy { return cached }
    let fresh = try Statement(sql, on: handle)
    // There are few statements, and only searches make new ones: a limit is enough, in no order.
    if statements.count >= Self.mostStatements { statements.removeAll(keepingCapacity: true) }
    statements[sql] = fresh
    return fresh
  }
}

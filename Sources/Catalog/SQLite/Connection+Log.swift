// SPDX-License-Identifier: Apache-2.0
// What the index of the log says, which all who have the file open share.

import CSQLite

/// Which log it is, and how many of its pages are in the file.
struct LogMoment: Equatable {
  fileprivate(set) var first: UInt32 = 0
  fileprivate(set) var second: UInt32 = 0
  fileprivate(set) var moved: UInt32 = 0

  /// Whether it is another log, of which nothing is in the file yet.
  func hasBegunAnew(since other: LogMoment) -> Bool {
    (first, second) != (other.first, other.second) && moved == 0
  }
}

extension Connection {
  /// Nil without a log.
  var logMoment: LogMoment? {
    var moment = LogMoment()
    let code = csqlite_read_log_index(handle, &moment.first, &moment.second, &moment.moved)
    return code == SQLITE_OK ? moment : nil
  }

  /// The first hundred bytes of the file, whatever of them is newer in the log; empty if they can't be read.
  var beginningOfFile: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    return csqlite_read_start(handle, &bytes, Int32(bytes.count)) == SQLITE_OK ? bytes : []
  }

  /// Whether no checkpoint is under way, also none of another program.
  var isNobodyCheckpointing: Bool { csqlite_is_no_checkpoint(handle) == SQLITE_OK }
}

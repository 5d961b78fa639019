// SPDX-License-Identifier: Apache-2.0
// What SQLite's failures mean for the catalogue.

import Foundation

extension CatalogError {
  init(_ error: SQLiteError, file: String) {
    self =
      switch error.kind {
      case .busy: .locked(file: file)
      case .full: .diskFull(file: file)
      case .corrupt: .damaged(file: file, reason: error.message)
      case .notADatabase: .notADatabase(file: file)
      case .readOnly: .readOnly(file: file)
      case .permission: .noPermission(file: file)
      case .cannotOpen where [EACCES, EPERM, EROFS].contains(error.systemError):
        .noPermission(file: file)
      case .wrongSQL where error.message.hasPrefix("no such index: "): .lacksIndex(file: file)
      case .cannotOpen, .inputOutput, .constraint, .interrupted, .wrongSQL, .other:
        .other(file: file, code: Int(error.code), message: error.message)
      }
  }
}

// Every way the catalogue's files can fail a person, each with a sentence that says what happened
// and, where there is one, what to do. Nothing of SQLite but its code and message gets out.

import Foundation

/// Why the catalogue could not be opened, read or changed.
public enum CatalogError: Error, Sendable, Equatable, LocalizedError {
  /// The file is not a database at all.
  case notADatabase(file: String)
  /// A database, but another program's.
  case foreign(file: String)
  /// A directory or a device is where a file should be.
  case notAFile(file: String)
  /// Something else is where the directory should be.
  case notADirectory(file: String)
  /// A file is a symbolic link, which could lead anywhere.
  case symbolicLink(file: String)
  case noPermission(file: String)
  /// Something is there already under the name that was asked for.
  case exists(file: String)
  /// There is no such file.
  case noSuchFile(file: String)
  case diskFull(file: String)
  /// The catalogue was changed by a newer version of the program than this one.
  case newerVersion(file: String)
  /// Another program keeps it locked.
  case locked(file: String)
  case damaged(file: String, reason: String)
  /// It is open for reading only; `CatalogStore.readOnlyReason` says why.
  case readOnly(file: String)
  /// A picture that cannot be taken: missing, or not PNG, JPEG or WebP.
  case picture(file: String, reason: String)
  /// A file of products with lines that cannot be taken, the first of them with the reasons;
  /// nothing was imported.
  case badLines(file: String, lines: [BadLine], count: Int)
  case productMissing
  case noteMissing
  case imageMissing
  /// The file was damaged, and a backup was put in its place while it was open here.
  case replaced(file: String)
  /// The store was closed before.
  case closed
  case other(file: String, code: Int, message: String)

  public var errorDescription: String? {
    switch self {
    case .notADatabase(let file):
      "“\(file)” is not a catalogue: it is not a database."
    case .foreign(let file):
      "“\(file)” is not a catalogue: it is a database of another program."
    case .notAFile(let file):
      "“\(file)” is a directory or a device where a plain file is needed."
    case .notADirectory(let file):
      "“\(file)” is not a directory, so no catalogue can be in it."
    case .symbolicLink(let file):
      "“\(file)” is a symbolic link where a file of its own is needed."
    case .noPermission(let file):
      "There is no permission to use “\(file)”."
    case .exists(let file):
      "“\(file)” is there already."
    case .noSuchFile(let file):
      "“\(file)” does not exist."
    case .diskFull(let file):
      "The disk is full: nothing more can be written to “\(file)”."
    case .newerVersion(let file):
      "“\(file)” was written by a newer version of Vitrine. It can be read but not changed."
    case .locked(let file):
      "Another program keeps “\(file)” locked."
    case .damaged(let file, let reason):
      "“\(file)” is damaged: \(reason)."
    case .readOnly(let file):
      "“\(file)” is open for reading only."
    case .picture(let file, let reason):
      "The picture “\(file)” \(reason)."
    case .badLines(let file, let lines, let count):
      lines.map { "Line \($0.line) of “\(file)” cannot be imported. \($0.reason)" }
        .joined(separator: "\n")
        + (count > lines.count ? "\n\(count - lines.count) more lines cannot be imported." : "")
    case .productMissing:
      "The product is no longer in the catalogue."
    case .noteMissing:
      "The note is no longer in the catalogue."
    case .imageMissing:
      "The picture is no longer in the catalogue."
    case .replaced(let file):
      "“\(file)” was replaced while it was open. It must be opened again."
    case .closed:
      "The catalogue has been closed."
    case .other(let file, let code, let message):
      "“\(file)” could not be used: \(message) (error \(code))."
    }
  }

  /// A line of a file, counted from 1, and why it cannot be taken.
  public struct BadLine: Sendable, Equatable {
    public let line: Int
    public let reason: String

    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  /// Whether putting a backup in the catalogue's place is a way out.
  public var isMendedByBackup: Bool {
    switch self {
    case .damaged, .notADatabase, .foreign: true
    default: false
    }
  }

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
      case .cannotOpen, .inputOutput, .constraint, .interrupted, .wrongSQL, .other:
        .other(file: file, code: Int(error.code), message: error.message)
      }
  }

  /// The failure of a system call that set `code`.
  init(systemError code: Int32, file: String) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .noPermission(file: file)
      case ENOSPC, EDQUOT, EFBIG: .diskFull(file: file)
      case ENOENT: .noSuchFile(file: file)
      case ENOTDIR: .notADirectory(file: file)
      case EISDIR: .notAFile(file: file)
      case ELOOP: .symbolicLink(file: file)
      default: .other(file: file, code: Int(code), message: String(cString: strerror(code)))
      }
  }
}

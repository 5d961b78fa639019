// SPDX-License-Identifier: Apache-2.0
// Every way the catalogue's files can fail, as facts: the module `Wording` makes the sentence.
// Of SQLite, only its error codes and messages leave this module.

import Foundation

/// Why the catalogue could not be opened, read or changed.
public enum CatalogError: Error, Sendable, Equatable {
  /// The file is not a database at all.
  case notADatabase(file: String)
  /// A database, but another program's.
  case foreign(file: String)
  /// A directory or a device is where a file should be.
  case notAFile(file: String)
  /// Another file would be among the catalogue's own.
  case amongOwnFiles(file: String)
  /// Something else is where the directory should be.
  case notADirectory(file: String)
  /// A file is a symbolic link, which could lead anywhere.
  case symbolicLink(file: String)
  case noPermission(file: String)
  /// There is already something with this name.
  case exists(file: String)
  /// There is no such file.
  case noSuchFile(file: String)
  case diskFull(file: String)
  /// It has more bytes than such a file may have.
  case tooLarge(file: String)
  /// The catalogue was changed by a newer version of the program than this one.
  case newerVersion(file: String)
  /// Another program holds a lock on it.
  case locked(file: String)
  case damaged(file: String, reason: String)
  /// Another program has removed an index; `CatalogStore.compact` makes it anew.
  case lacksIndex(file: String)
  /// Another program has added or changed a part that runs when something is written.
  case foreignPart(file: String, name: String)
  /// Another program has changed a part that runs when something is read.
  case changedPart(file: String, name: String)
  /// It is open for reading only; `CatalogStore.readOnlyReason` says why.
  case readOnly(file: String)
  /// A picture that is refused: missing, or of no known format, or damaged.
  case picture(file: String, problem: PictureProblem)
  /// A file of products with bad lines, the first of them with the reasons; nothing was imported.
  case badLines(file: String, lines: [BadLine], count: Int)
  /// The file is no copy of a catalogue, or only a piece of one.
  case notACopy(file: String)
  /// More are asked for than can be done at once.
  case tooManyProducts(most: Int)
  case productMissing
  case noteMissing
  case pictureMissing
  case fieldMissing
  case savedSearchMissing
  case templateMissing
  case sourceMissing
  /// The file was moved, removed or replaced while it was open here, by a backup perhaps.
  case replaced(file: String)
  /// The backup that was just made does not contain what the catalogue contains.
  case backupDiffers(file: String)
  /// Another program has changed what this command left, so it can be neither undone nor redone.
  /// `CatalogStore.skipUndo` and `skipRedo` move on to the next command.
  case unfit(CatalogCommand, isUndo: Bool)
  /// A step of another copy of the catalogue does not go together with what is here. For `.followed`,
  /// the command is the one that followed.
  case stepRefused(CatalogCommand, StepRefusal)
  /// Two copies of the catalogue have this differently, and nobody has said which is right. Nothing was done.
  case undecided(CopyQuestion)
  /// Nothing was done, because the history would lose more than usual.
  case wouldForget(HistoryLoss)
  /// Nothing was undone or redone, because it would overwrite what something else has changed since.
  case wouldOverwrite(UndoClash)
  /// The store has been closed.
  case closed
  case other(file: String, code: Int, message: String)

  /// Why a picture is refused.
  public enum PictureProblem: Sendable, Equatable {
    case missing
    case notAPlainFile
    /// Its name could lead out of the directory.
    case notAPlainName
    case unreadable
    case unknownFormat
    /// This computer has nothing that decodes it.
    case noLoader(PictureFormat)
    /// It ends too early, or its content is damaged.
    case incomplete
    /// It is on another computer.
    case notHere
    /// The disk is full.
    case noRoom
    case fileTooLarge(mebibytes: Int)
    case tooManyPixels(megapixels: Int)
  }

  /// Whether restoring a backup would help.
  public var isDamage: Bool {
    switch self {
    case .damaged, .notADatabase, .foreign: true
    default: false
    }
  }

  /// The part of a path that is there: in the middle of it, only a directory leads on.
  private static func whatIsThere(of path: String) -> String {
    var (place, status) = (path, stat())
    while lstat(place, &status) != 0, place.contains("/"), place != "/" {
      place = (place as NSString).deletingLastPathComponent
    }
    return place.isEmpty ? path : place
  }

  /// The failure of a system call that set `code`.
  init(systemError code: Int32, file: String) {
    self =
      switch code {
      case EACCES, EPERM, EROFS: .noPermission(file: file)
      case ENOSPC, EDQUOT, EFBIG: .diskFull(file: file)
      case ENOENT: .noSuchFile(file: file)
      case ENOTDIR: .notADirectory(file: Self.whatIsThere(of: file))
      case EEXIST: .exists(file: file)
      case EISDIR: .notAFile(file: file)
      case ELOOP: .symbolicLink(file: file)
      default: .other(file: file, code: Int(code), message: String(cString: strerror(code)))
      }
  }
}

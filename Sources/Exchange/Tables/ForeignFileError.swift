// SPDX-License-Identifier: Apache-2.0
// Why a file of another program can't be read. `Wording` puts it into words.

/// A file that can't be read. Nothing of it is used.
public struct ForeignFileError: Error, Sendable, Equatable {
  public var file: String
  public var problem: UnreadableFile

  public init(file: String, problem: UnreadableFile) {
    self.file = file
    self.problem = problem
  }
}

/// What is wrong with a file, whatever its name.
public enum UnreadableFile: Error, Sendable, Equatable {
  case missing
  case noPermission
  case directory
  /// A device, a pipe, a socket.
  case notAFile
  case empty
  /// The system could not read it.
  case failed(code: Int32)
  /// Bytes that are neither text nor anything known.
  case unknownContent
  /// Something known that has no table in it.
  case noTable(Content)
  /// It is not what the person says.
  case isNot(ForeignFormat, but: ForeignFormat)
  case password
  /// An archive with a file that would be put elsewhere.
  case escapingName(String)
  /// Something is missing of it, or wrong in it.
  case damaged(Part)
  case tooLarge(Limit)

  public enum Content: Sendable, Equatable {
    case oldExcel, binaryExcel, word, presentation, pdf, picture, program, database, archive, sound
    /// XML, JSON or HTML without products.
    case noProducts
    /// A spreadsheet without sheets.
    case noSheets
    /// An archive without a file that could be read.
    case emptyArchive
  }

  public enum Part: Sendable, Equatable {
    case archive
    case packed
    /// The line of the XML or JSON.
    case markup(line: Int)
    /// A part of a spreadsheet is not there.
    case missingPart(String)
  }

  public enum Limit: Sendable, Equatable {
    /// A record of a text.
    case line(number: Int, megabytes: Int)
    /// What is packed unpacks to more than any list.
    case unpacked(megabytes: Int)
    case cells
    case lines(millions: Int)
    case nesting
    case entities
    case entries
    case text(megabytes: Int)
  }
}

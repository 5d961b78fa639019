// SPDX-License-Identifier: Apache-2.0
// Why a list of another program can't be read, as a sentence.

import Exchange
import Foundation

extension ForeignFileError {
  public var sentence: String { problem.sentence(for: file.printable()) }
}

extension UnreadableFile {
  fileprivate func sentence(for file: String) -> String {
    switch self {
    case .missing: tr("“%@” does not exist.", file)
    case .noPermission: tr("You do not have permission to use “%@”.", file)
    case .directory: tr("“%@” is a directory; the list in it must be chosen.", file)
    case .notAFile: tr("“%@” is a directory or a device; a regular file is needed.", file)
    case .empty: tr("“%@” is empty.", file)
    case .failed(let code):
      tr("“%1$@” could not be read: %2$@.", file, String(cString: strerror(code)))
    case .unknownContent:
      tr("“%@” is neither a table nor a list of a program that Vitrine knows.", file)
    case .noTable(let content): content.sentence(for: file)
    case .isNot(let format, let found):
      tr("“%1$@” cannot be read as %2$@: it is %3$@.", file, format.name, found.name)
    case .password:
      tr(
        "“%@” is protected by a password. Save it without one, in the program that made it.", file)
    case .escapingName(let name):
      tr(
        "“%1$@” was made to do harm: it would put “%2$@” outside of the folder it is unpacked in.",
        file, name.printable())
    case .damaged(let part): part.sentence(for: file)
    case .tooLarge(let limit): limit.sentence(for: file)
    }
  }
}

extension UnreadableFile.Content {
  fileprivate func sentence(for file: String) -> String {
    switch self {
    case .oldExcel:
      tr(
        "“%@” is in Excel’s old format. Open it in Excel, LibreOffice or Gnumeric and save it as .xlsx or .ods.",
        file)
    case .binaryExcel:
      tr(
        "“%@” is in Excel’s binary format. Open it in Excel or LibreOffice and save it as .xlsx or .ods.",
        file)
    case .word: tr("“%@” is a text document, not a table. Save its table in a spreadsheet.", file)
    case .presentation: tr("“%@” is a presentation, not a table.", file)
    case .pdf:
      tr("“%@” is a PDF, which has no table in it. Ask for the list as a spreadsheet.", file)
    case .picture: tr("“%@” is a picture, not a table.", file)
    case .program: tr("“%@” is a program, not a table.", file)
    case .database:
      tr("“%@” is a database. Save its table as CSV, in the program that made it.", file)
    case .archive: tr("“%@” is an archive. Unpack it and choose the list in it.", file)
    case .sound: tr("“%@” is a recording, not a table.", file)
    case .noProducts: tr("There are no products in “%@”.", file)
    case .noSheets: tr("There are no sheets in “%@”.", file)
    case .emptyArchive: tr("There is no list in the archive “%@”.", file)
    }
  }
}

extension UnreadableFile.Part {
  fileprivate func sentence(for file: String) -> String {
    switch self {
    case .archive: tr("“%@” is damaged, or only a part of it is there.", file)
    case .packed: tr("“%@” is damaged: it cannot be unpacked.", file)
    case .markup(let line):
      tr("“%1$@” is damaged: line %2$@ cannot be read.", file, numberText(line))
    case .missingPart(let name):
      tr("“%1$@” is damaged: “%2$@” is missing in it.", file, name.printable())
    }
  }
}

extension UnreadableFile.Limit {
  fileprivate func sentence(for file: String) -> String {
    switch self {
    case .line(let number, let megabytes):
      tr(
        "Line %1$@ of “%2$@” is longer than %3$@ MiB.", numberText(number), file,
        numberText(megabytes))
    case .unpacked(let megabytes):
      tr(
        "“%1$@” was made to fill the memory: %2$@ MiB had come out of it when it was stopped.",
        file,
        numberText(megabytes))
    case .cells: tr("“%@” repeats its cells more often than any spreadsheet has room for.", file)
    case .lines(let millions):
      tr("“%1$@” has more than %2$@ million lines.", file, numberText(millions))
    case .nesting: tr("“%@” is nested too deeply.", file)
    case .entities: tr("“%@” was made to fill the memory: its entities grow without end.", file)
    case .entries: tr("There are too many files in the archive “%@”.", file)
    case .text(let megabytes):
      tr("A text in “%1$@” is longer than %2$@ MiB.", file, numberText(megabytes))
    }
  }
}

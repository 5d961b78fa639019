// SPDX-License-Identifier: Apache-2.0
// Errors as sentences. Everywhere else, errors are values; only this module puts them into words.

import Catalog
import Exchange
import Foundation
import StateRestoration

extension Error {
  /// The error as a sentence. It may contain file names and texts of other programs, so it is made
  /// printable.
  public var sentence: String { words.printable(lines: true, isolates: true) }

  private var words: String {
    switch self {
    case let error as CatalogError: error.sentence
    case let error as HubError: error.sentence
    case let error as InvalidValue: error.sentence
    case let error as LineProblem: error.sentence
    case let error as ForeignFileError: error.sentence
    case let error as UnknownColumn: error.sentence
    case let error as UnknownSheet: error.sentence
    case let error as ExportError: error.sentence
    case let error as UnreadableSettings:
      tr("“%@” can’t be read by this version", error.path) + "."
    case let error as ActivityLink.Refused: error.sentence
    case let error as ActivityFile.Refused: error.sentence
    case let error as ContinuationFailure: error.sentence
    case let error as NamedSession.Refused: error.sentence
    default: (self as? LocalizedError)?.errorDescription ?? String(describing: self)
    }
  }
}

extension CatalogError {
  public var sentence: String {
    switch self {
    case .notADatabase(let file): tr("“%@” is not a catalogue: it is not a database.", file)
    case .foreign(let file):
      tr("“%@” is not a catalogue: it is a database of another program.", file)
    case .notAFile(let file):
      tr("“%@” is a directory or a device; a regular file is needed.", file)
    case .amongOwnFiles(let file):
      tr("“%@” would be in the directory of the catalogue. Choose another one.", file)
    case .notADirectory(let file):
      tr("“%@” is not a directory, so nothing can be in it.", file)
    case .symbolicLink(let file):
      tr(
        "“%@” is a symbolic link, which is not followed; what it leads to is needed in its place.",
        file)
    case .noPermission(let file): tr("You do not have permission to use “%@”.", file)
    case .exists(let file): tr("“%@” already exists.", file)
    case .noSuchFile(let file): tr("“%@” does not exist.", file)
    case .diskFull(let file):
      tr("The disk is full: nothing more can be written to “%@”.", file)
    case .tooLarge(let file): tr("“%@” is too large.", file)
    case .newerVersion(let file):
      tr("“%@” was written by a newer version of Vitrine. It can be read but not changed.", file)
    case .notACopy(let file): tr("“%@” is not a copy of a catalogue.", file)
    case .tooManyProducts(let most):
      tr(
        "Only 1 product can be put back at once.", "Only %@ products can be put back at once.",
        count: most)
    case .locked(let file): tr("Another program has locked “%@”.", file)
    case .damaged(let file, let reason): tr("“%1$@” is damaged: %2$@.", file, reason)
    case .readOnly(let file): tr("“%@” is open for reading only.", file)
    case .picture(let file, let problem): problem.sentence(for: file)
    case .badLines(let file, let lines, let count):
      Self.sentences(of: lines, in: file, more: count - lines.count)
    case .productMissing: tr("The product is no longer in the catalogue.")
    case .noteMissing: tr("The note is no longer in the catalogue.")
    case .pictureMissing: tr("The picture is no longer in the catalogue.")
    case .fieldMissing: tr("The field is no longer in the catalogue.")
    case .savedSearchMissing: tr("The saved search is no longer in the catalogue.")
    case .templateMissing: tr("The category has no template.")
    case .sourceMissing: tr("There is no source of this name.")
    case .replaced(let file):
      tr("“%@” was moved, removed or replaced while it was open. It must be opened again.", file)
    case .backupDiffers(let file): tr("“%@” does not match what was copied.", file)
    case .unfit(let command, isUndo: true):
      tr(
        "“%@” cannot be undone: another program has changed its result. “vitrinectl undo --skip” keeps that result and moves on to the command before it.",
        command.name)
    case .unfit(let command, isUndo: false):
      tr(
        "“%@” cannot be redone: another program has changed what it needs. “vitrinectl redo --skip” forgets it.",
        command.name)
    case .stepRefused(let command, let refusal): refusal.sentence(for: command)
    case .undecided(let question):
      question.sentence + " " + tr("Nothing was applied: nobody has said what to have.")
    case .wouldForget(let loss): loss.sentence
    case .wouldOverwrite(let clash): clash.sentence
    case .closed: tr("The catalogue has been closed.")
    case .lacksIndex(let file):
      tr(
        "Another program has removed an index of “%@”; “vitrinectl compact” rebuilds it.",
        file)
    case .foreignPart(let file, let name):
      tr(
        "Another program has put “%2$@” into “%1$@”. It can be read but not changed; “vitrinectl compact” removes it, “vitrinectl rescue” copies what is yours.",
        file, name.printable())
    case .changedPart(let file, let name):
      tr(
        "Another program has changed “%2$@” in “%1$@”, so it is not opened; “vitrinectl rescue” copies what is yours.",
        file, name.printable())
    case .other(let file, let code, _) where code == ENAMETOOLONG:
      tr("The name of “%@” is longer than a name can be.", file)
    case .other(let file, let code, let message):
      tr("“%1$@” could not be used: %2$@ (error %3$@).", file, message, "\(code)")
    }
  }

  private static func sentences(of lines: [BadLine], in file: String, more: Int) -> String {
    var sentences = lines.map {
      tr(
        "Line %1$@ of “%2$@” cannot be imported. %3$@", numberText($0.line), file,
        $0.problem.sentence)
    }
    if more > 0 {
      sentences.append(
        tr(
          "%@ more line cannot be imported.", "%@ more lines cannot be imported.", count: more))
    }
    return sentences.joined(separator: "\n")
  }
}

extension RefusedPicture {
  public var sentence: String {
    if case .picture = reason { return reason.sentence }
    return tr("“%1$@” was not added. %2$@", name.printable(), reason.sentence)
  }
}

extension CatalogError.PictureProblem {
  func sentence(for file: String) -> String {
    switch self {
    case .missing: tr("The picture “%@” is missing.", file)
    case .notAPlainFile: tr("The picture “%@” is not a regular file.", file)
    case .notAPlainName: tr("The picture “%@” must be given by its file name alone.", file)
    case .unreadable: tr("The picture “%@” cannot be read.", file)
    case .unknownFormat:
      tr("The picture “%@” is not in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format.", file)
    case .noLoader(let format): tr("The picture “%1$@” cannot be shown. %2$@", file, format.needs)
    case .incomplete: tr("The picture “%@” is damaged, or only a part of it is there.", file)
    case .notHere: tr("“%@” is not a file on this computer: save it here first.", file)
    case .noRoom: tr("The disk is too full for the picture “%@”.", file)
    case .fileTooLarge(let limit):
      tr("The picture “%1$@” is larger than %2$@ MiB.", file, numberText(limit))
    case .tooManyPixels(let limit):
      tr("The picture “%1$@” has more than %2$@ megapixels.", file, numberText(limit))
    }
  }
}

extension PictureFormat {
  /// What is needed to show pictures of the format, for somebody whose computer can't.
  public var needs: String {
    let package =
      switch self {
      case .svg: "librsvg2-common"
      case .webp: "webp-pixbuf-loader"
      case .avif: "libavif-gdk-pixbuf"
      case .heic: "heif-gdk-pixbuf"
      case .png, .jpg, .gif: "libgdk-pixbuf-2.0-0"
      }
    return tr(
      "To show %1$@, install what is missing on this computer; on Debian, it is the package “%2$@”.",
      name,
      package)
  }
}

extension LineProblem {
  public var sentence: String {
    switch self {
    case .tooLong: tr("It is longer than 64 MiB.")
    case .notJSON(let byte):
      tr("The JSON is invalid from byte %@ of the line.", numberText(byte))
    case .key(let key, let fault):
      fault.sentence(
        at: key.isEmpty
          ? tr("It", context: "subject of a sentence: a line of a file") : tr("“%@”", key))
    case .value(let refusal): refusal.sentence
    case .fieldAndProduct: tr("A line cannot define a field and describe a product.")
    case .picture(let file, let problem): problem.sentence(for: file)
    case .notWhole: tr("Lines that belong to it are missing.")
    case .newerFormat: tr("It was written by a newer version of Vitrine.")
    case .olderFormat:
      tr("It was written by an older version of Vitrine. Export it again with this one.")
    }
  }
}

extension LineProblem.Fault {
  fileprivate func sentence(at key: String) -> String {
    switch self {
    case .unknownKey: tr("%@ is not a key of this format.", key)
    case .keyTwice: tr("%@ appears twice.", key)
    case .mustBe(.object):
      tr("%@ must be an object in braces.", key)
    case .mustBe(.list): tr("%@ must be a list in brackets.", key)
    case .mustBe(.text): tr("%@ must be a text in quotes.", key)
    case .mustBe(.wholeNumber):
      tr("%@ must be a whole number.", key)
    case .mustBe(.number):
      tr("%@ must be a number with at most six decimals.", key)
    case .notAnIdentifier:
      tr("%@ is not an identifier such as 6E1F5B0E-0000-4000-8000-000000000001.", key)
    case .notAMoment: tr("%@ is not a date and time such as 2026-11-21T08:30:00Z.", key)
    case .notATurn: tr("%@ must be 0, 90, 180 or 270.", key)
    case .notARevision: tr("%@ is not a valid revision number.", key)
    case .notUTF8: tr("%@ is not text in UTF-8.", key)
    case .halfCharacter: tr("%@ contains an incomplete character.", key)
    }
  }
}

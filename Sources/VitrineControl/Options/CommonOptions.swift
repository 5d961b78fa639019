// SPDX-License-Identifier: Apache-2.0
// The options of every command: where, how it is printed, and help.

import Catalog
import Foundation
import Wording

struct CommonOptions: Sendable {
  fileprivate(set) var asJSON = false
  fileprivate(set) var acceptsHistoryLoss = false
  /// The directory that the caller named.
  fileprivate(set) var place: URL?
  fileprivate(set) var isSample = false
  /// The date of a backup, or the file of a copy, that is read instead of the catalogue.
  fileprivate(set) var backup: String?
  /// Whose windows.
  fileprivate(set) var applicationID: String?

  /// The catalogue's directory.
  func directory() throws -> URL {
    guard let directory = place ?? CatalogStore.standardDirectory(isSample: isSample) else {
      throw UsageError.noHomeDirectory
    }
    return directory
  }
}

extension OptionGroup<CommonOptions> {
  static let ofProgram = OptionGroup(title, options: [help])
  /// Of what is the same with every catalogue.
  static let ofTables = OptionGroup(title, options: [json, help])

  static let ofCatalog = OptionGroup(
    title, options: [json, sample, directory, forgetHistory, help])

  /// Of what only reads.
  static let ofReading = OptionGroup(
    title,
    options: [
      json, sample, directory,
      VerbOption(
        "--backup", .text("DATE|FILE"),
        about: tr("read the backup of this date, as “restore” lists it, or a file of “copy”")
      ) { $0.backup = $1 },
      forgetHistory, help,
    ])

  private static let sample = VerbOption<CommonOptions>(
    "--sample", about: tr("use the sample catalogue, as “vitrine --sample” does")
  ) { $0.isSample = true }

  private static let directory = VerbOption<CommonOptions>(
    "--directory", .directory, about: tr("use the catalogue in this directory")
  ) { $0.place = $1 }

  private static let forgetHistory = VerbOption<CommonOptions>(
    "--forget-history",
    about:
      tr(
        "run the command even if it, or many before it, cannot be undone afterwards; without this option, you are asked on a terminal, and a script fails"
      )
  ) { $0.acceptsHistoryLoss = true }

  static let ofWindows = OptionGroup(
    title,
    options: [
      json,
      VerbOption("--sample", about: tr("use the windows of the sample catalogue")) {
        $0.isSample = true
      },
      VerbOption("--directory", .directory, about: tr("use the windows saved in this directory")) {
        $0.place = $1
      },
      VerbOption("--app", .text("ID"), about: tr("use the windows of another application")) {
        guard !$1.isEmpty, !$1.contains("/"), !$1.hasPrefix("-"), $1 != ".." else {
          throw UsageError.notAnApplication($1)
        }
        $0.applicationID = $1
      },
      help,
    ])

  private static let title = tr("Common options")

  private static let json = VerbOption<CommonOptions>(
    "--json", about: tr("print JSON for scripts: one object per line")
  ) { $0.asJSON = true }

  /// Handled before anything else is read, because the rest need not be right then.
  private static let help = VerbOption<CommonOptions>(
    "--help", letter: "-h", about: tr("print this help")
  ) {
    _ in
  }
}

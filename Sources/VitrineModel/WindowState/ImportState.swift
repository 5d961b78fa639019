// SPDX-License-Identifier: Apache-2.0
// What the window with an import saves: which list it is, and what was decided about it. Never what the list has:
// that is read again.

import Exchange
import Foundation
import StateRestoration

public struct ImportState: SavedByParts {
  /// The file; empty for cells that were pasted, which are saved beside this.
  public var path = ""
  /// What tells whether the file is the one that cells were corrected in and rows left out of.
  public var version = ""
  /// By its name; empty if it is found out. So are the next two.
  public var format = ""
  public var delimiter = ""
  public var encoding = ""
  public var choices = ImportChoices()
  /// Whether a person said where the list comes from; the raw value of `ImportScene.Origin`.
  public var origin = ""
  /// The source, by its name.
  public var source = ""
  /// What is being typed as the name of a new source, and does not count yet.
  public var typedSource = ""
  /// Whether the file is watched: “yes” or “no”, empty for as before.
  public var watching = ""
  /// What becomes of products that the source has no more; the raw value of `SourceChoice.Gone`.
  public var gone = ""
  /// What becomes of all that both the source and the person changed; empty if that is decided one by one.
  public var answer = ""
  /// What becomes of one of these, by the row and the name of the field.
  public var decisions: [String: [String: String]] = [:]
  /// The outcomes of which no row is taken, but for the exceptions.
  public var untaken: [String] = []
  /// Rows that are taken where the others of their outcome are not, or the other way round.
  public var exceptions: [RowID] = []
  /// What was written in place of cells, by the row and the name of the field.
  public var corrections: [String: [String: String]] = [:]
  /// The list of rows that is shown, the raw value of a `RowList`; empty for the first that has any.
  public var list = ""
  public var row: RowID?
  /// The column that is looked at, by its name.
  public var column = ""
  /// Whether a window with room for one side shows the result.
  public var showsResult = false
  public var sideWidth = 360
  public var unread: [String: StateValue] = [:]

  /// More exceptions would be written at each of them.
  public static let mostExceptions = 5_000

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("path", \.path),
      SavedPart("version", \.version),
      SavedPart("format", \.format),
      SavedPart("delimiter", \.delimiter),
      SavedPart("encoding", \.encoding),
      SavedPart("choices", \.choices),
      SavedPart("origin", \.origin),
      SavedPart("source", \.source),
      SavedPart("typedSource", \.typedSource),
      SavedPart("watching", \.watching),
      SavedPart("gone", \.gone),
      SavedPart("answer", \.answer),
      SavedPart("decisions", \.decisions, isValid: { $0.count <= mostExceptions }),
      SavedPart("untaken", \.untaken),
      SavedPart("exceptions", \.exceptions, isValid: { $0.count <= mostExceptions }),
      SavedPart("corrections", \.corrections),
      SavedPart("list", \.list),
      SavedPart("row", \.row),
      SavedPart("column", \.column),
      SavedPart("showsResult", \.showsResult),
      SavedPart("sideWidth", \.sideWidth, isValid: (1...20_000).contains),
    ]
  }
}

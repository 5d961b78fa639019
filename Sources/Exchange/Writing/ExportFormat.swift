// SPDX-License-Identifier: Apache-2.0
// The formats that products are written in, and what each of them has no place for. Their names are typed in a terminal
// and kept with saved exports.

import Catalog

public enum ExportFormat: String, Sendable, CaseIterable, Codable {
  case csv, tsv, xlsx, ods, jsonl

  public var name: String { rawValue }

  /// Of a file's name.
  public var ending: String { rawValue }

  /// The format that a file's name speaks of; nil if it speaks of none.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[dot...].dropFirst().lowercased())
  }

  /// Whether it has rows and the columns that somebody chose.
  public var isTable: Bool {
    switch self {
    case .csv, .tsv, .xlsx, .ods: true
    case .jsonl: false
    }
  }

  /// How many products fit in, as far as there is a limit.
  public var mostProducts: Int? {
    switch self {
    case .xlsx, .ods: SheetSize.rows - 1
    default: nil
    }
  }
}

/// What of the catalogue a file lacks; `Wording` names it.
public enum ExportLoss: String, Sendable, CaseIterable {
  case notes, captions, pictures, otherPictures
  /// Which product is which, so that reading the file goes by codes and titles.
  case identity
  /// How variants and their products belong together.
  case variants
  case dates
}

/// What went wrong with a file that is nevertheless worth having.
public enum ExportFault: Sendable, Equatable {
  case missingPicture(String)
  /// Texts that are longer than the format's cells.
  case cut(texts: Int)
  /// Characters that the format has no place for.
  case characters(Int)
}

/// Why nothing was written.
public enum ExportError: Error, Sendable, Equatable {
  case tooManyProducts(most: Int, ExportFormat)
  case tooLarge(ExportFormat)
  /// Pictures go beside a file, and there is none.
  case noPlaceForPictures
}

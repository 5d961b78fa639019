// SPDX-License-Identifier: Apache-2.0
// A backup as seen from outside this module, and the notices that the catalogue sends unasked.

import Foundation

/// A snapshot of the catalogue. It does not contain pictures: those that a backup refers to stay in
/// the catalogue's directory as long as the backup does.
public struct CatalogBackup: Sendable, Hashable {
  /// What it is for.
  public enum Kind: String, Sendable, CaseIterable {
    /// Made once a day or on request. It was verified when it was made.
    case regular = ""
    /// Made on request: others of the same day do not replace it. Kept for four weeks.
    case byHand = "by-hand-"
    /// The catalogue that a restored backup replaced: also verified, and kept for four weeks.
    case beforeRestoring = "before-restoring-"
    /// The catalogue of an older version before it was brought up to date: like these.
    case beforeConverting = "before-converting-"
    /// A damaged catalogue that a backup replaced. It is kept until a user removes it, and cannot
    /// be restored.
    case damaged = "damaged-"
  }

  public let kind: Kind
  /// Precise to the second.
  public let date: Date
  /// In bytes.
  public let size: Int

  /// The name of its file, such as `2026-11-21T060003Z.sqlite`.
  public var name: String { kind.rawValue + Self.dateFormat.format(date) + ".sqlite" }

  init(kind: Kind, date: Date, size: Int) {
    self.kind = kind
    self.date = date
    self.size = size
  }

  /// Nil if `name` is not the name of one of our backups.
  init?(name: String, size: Int) {
    guard name.hasSuffix(".sqlite") else { return nil }
    let kind = Kind.allCases.last { name.hasPrefix($0.rawValue) } ?? .regular
    let moment = name.dropFirst(kind.rawValue.count).dropLast(".sqlite".count)
    guard let date = try? Self.dateFormat.parse(String(moment)) else { return nil }
    self.init(kind: kind, date: date, size: size)
    guard self.name == name else { return nil }
  }

  /// In UTC: a name must mean the same moment in another time zone.
  private static let dateFormat = Date.ISO8601FormatStyle(timeSeparator: .omitted)
}

/// What the catalogue reports unasked.
public enum CatalogNotice: Sendable, Equatable {
  /// The daily backup failed; the catalogue continues to work and tries again later.
  case backupFailed(CatalogError)
  /// The file is damaged. Restoring the newest backup repairs it.
  case damaged(CatalogError, newestBackup: CatalogBackup?)
}

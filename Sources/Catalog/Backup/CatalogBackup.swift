// A backup, as everything outside this module sees it, and what the catalogue has to tell a person
// that no call asked for.

import Foundation

/// A copy of the catalogue as it was at a moment. Pictures are not in it: those that a backup
/// names stay in the catalogue's directory for as long as the backup does.
public struct CatalogBackup: Sendable, Hashable {
  /// What it is for.
  public enum Kind: String, Sendable, CaseIterable {
    /// Made once a day or when asked for. It was found whole when it was made.
    case regular = ""
    /// What was there when an older backup was restored: whole too, and kept for four weeks.
    case beforeRestoring = "before-restoring-"
    /// A damaged catalogue in whose place a backup was put. It is kept until a person removes it,
    /// and is no backup to restore.
    case damaged = "damaged-"
  }

  public let kind: Kind
  /// To the second.
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

  /// Nil when `name` is not one that we give.
  init?(name: String, size: Int) {
    guard name.hasSuffix(".sqlite") else { return nil }
    let kind = Kind.allCases.last { name.hasPrefix($0.rawValue) } ?? .regular
    let moment = name.dropFirst(kind.rawValue.count).dropLast(".sqlite".count)
    guard let date = try? Self.dateFormat.parse(String(moment)) else { return nil }
    self.init(kind: kind, date: date, size: size)
    guard self.name == name else { return nil }
  }

  /// In universal time: a name must mean the same moment after a journey.
  private static let dateFormat = Date.ISO8601FormatStyle(timeSeparator: .omitted)
}

/// What the catalogue has to say by itself.
public enum CatalogNotice: Sendable, Equatable {
  /// The daily backup could not be made; the catalogue works on, and tries again later.
  case backupFailed(CatalogError)
  /// Something in the file is damaged. Restoring the newest backup mends it.
  case damaged(CatalogError, newestBackup: CatalogBackup?)
}

// SPDX-License-Identifier: Apache-2.0
// Who else can get at the catalogue's files. We make all of them for their user alone, but a copy may have other
// permissions, as the process that copied it or the disk had. What counts is whether somebody else gets there: files
// that all may read, in a directory that nobody else may enter, are as private as others. A group of which the user
// is the only member is not somebody else: many systems give each user one, together with the mask 002.

import Foundation

extension CatalogFile {
  /// What others can do; nil if nothing.
  func othersAccess() -> OthersAccess? {
    var place = directory
    guard let rights = Rights(of: directory), rights.mayEnter else { return nil }
    while place != "/" {
      place = (place as NSString).deletingLastPathComponent
      guard Rights(of: place)?.mayEnter == true else { return nil }
    }
    let backups = "\(directory)/backups"
    let others = Rights(of: backups)?.mayEnter == true ? entries(of: backups) : []
    let inside = (entries(of: directory) + others).compactMap { path in
      // Nothing is in the lock.
      path == lockPath ? nil : Rights(of: path)
    }
    if rights.mayWrite || inside.contains(where: \.mayWrite) { return .mayWrite }
    return inside.contains(where: \.mayRead) ? .mayRead : nil
  }

  /// Takes away the rights of everybody else, from the directory down: from then on nobody can put anything else
  /// there. Files are not opened for it: closing them would drop SQLite's locks.
  func makePrivate() throws {
    try takeRights(directory)
    let inside = FileManager.default.enumerator(atPath: directory)
    while let name = inside?.nextObject() as? String { try takeRights("\(directory)/\(name)") }
  }

  private func takeRights(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      // It was a passing one.
      if errno == ENOENT { return }
      throw CatalogError(systemError: errno, file: path)
    }
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT), status.st_mode & 0o077 != 0 else {
      return
    }
    guard chmod(path, status.st_mode & 0o700) == 0 || errno == ENOENT else {
      throw CatalogError(systemError: errno, file: path)
    }
  }

  private func entries(of directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).map {
      "\(directory)/\($0)"
    }
  }
}

/// What those may do with a file who are not its user.
private struct Rights {
  private let bits: mode_t

  var mayRead: Bool { bits & 4 != 0 }
  var mayWrite: Bool { bits & 2 != 0 }
  var mayEnter: Bool { bits & 1 != 0 }

  /// Nil for a link, which has none of its own.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return nil }
    var bits = status.st_mode & 7
    // Who is in the group may be known only to another computer: that is asked if it matters.
    let more = status.st_mode >> 3 & 7 & ~bits
    if more != 0, !Self.isOwn(status.st_gid) { bits |= more }
    // With a list of further rights, the group's are only the most that any of them can be.
    bits |= FurtherRights(of: path).bits & (status.st_mode >> 3 & 7)
    // Whose file it is can give themselves every right. The superuser has them anyway.
    if status.st_uid != geteuid(), status.st_uid != 0 { bits |= 7 }
    self.bits = bits
  }

  /// Whether this user is the only one in a group.
  private static func isOwn(_ id: gid_t) -> Bool {
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    var (user, entry) = (passwd(), group())
    let account = found { getpwuid_r(geteuid(), &user, &buffer, buffer.count, &$0) }?.pointee
    guard let account, account.pw_gid == id,
      let name = account.pw_name.map({ String(cString: $0) }),
      let own = found({ getgrgid_r(id, &entry, &buffer, buffer.count, &$0) })?.pointee,
      own.gr_name.map({ String(cString: $0) }) == name
    else { return false }
    var member = own.gr_mem
    while let text = member?.pointee {
      guard String(cString: text) == name else { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }

  /// What the system finds in its lists of users and groups.
  private static func found<Entry>(_ look: (inout Entry?) -> Int32) -> Entry? {
    var entry: Entry?
    return look(&entry) == 0 ? entry : nil
  }
}

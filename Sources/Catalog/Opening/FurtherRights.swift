// SPDX-License-Identifier: Apache-2.0
// A file's list of further rights (POSIX ACL), as Linux keeps it: for single users and groups beside the three sets that
// each file has. Read as it lies on the disk, so that no library is needed: a version, and entries of eight bytes.

import CSQLite
import Foundation

struct FurtherRights {
  /// What any of those may do who are named in it, this user and the superuser apart.
  private(set) var bits: mode_t = 0

  private static let name = "system.posix_acl_access"
  private static let (user, group): (UInt16, UInt16) = (2, 8)

  init(of path: String) {
    var list = [UInt8](repeating: 0, count: 1 << 16)
    let size = lgetxattr(path, Self.name, &list, list.count)
    // Nearly no file has one.
    guard size >= 4, Self.number(list[0..<4]) == 2 else { return }
    for start in stride(from: 4, through: size - 8, by: 8) {
      let kind = UInt16(Self.number(list[start..<start + 2]))
      let who = Self.number(list[start + 4..<start + 8])
      let isOther = kind == Self.group || kind == Self.user && who != geteuid() && who != 0
      if isOther { bits |= mode_t(list[start + 2] & 7) }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

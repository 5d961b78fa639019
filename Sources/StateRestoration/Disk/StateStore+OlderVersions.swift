// SPDX-License-Identifier: Apache-2.0
// State of an older version is read, and written in the current format; its directory is kept for
// 30 days, in case of a downgrade.

import Foundation

extension StateStore {
  func readOlderVersion(_ state: inout StoredState) {
    guard let version = directory.versions(files).last(where: { $0 < schema.version }) else {
      return
    }
    let old = StateStore(
      reading: directory.layout(version), files, schema: schema, now: now)
    var found = StoredState()
    old.readSession(&found)
    old.readWindows(&found)
    old.readClosed(&found)
    state.session = found.session
    state.session?.migratedFrom = version
    state.session?.migratedAt = now()
    state.session?.migratedOnDay = found.session?.daysOfUse
    state.records = found.records
    state.closed = found.closed
    state.unsaved = Set((found.records + found.closed).map(\.id))
    state.unreadable = found.unreadable
    state.remarks += found.remarks
  }

  /// Removes the layout of an older version after thirty days, if the program has also been used on
  /// another day since: a single wrong clock removes nothing.
  func removeOldLayout(_ session: SessionRecord) {
    guard let version = session.migratedFrom, let date = session.migratedAt,
      version < schema.version,
      session.daysOfUse - (session.migratedOnDay ?? 0) >= 2
    else { return }
    let old = directory.layout(version)
    let used = (try? files.status(old.session))?.modified ?? date
    let end = Calendar.current.date(
      byAdding: .day, value: StateSchema.oldLayoutDays, to: max(date, used))
    if let end, now() > end { try? files.removeTree(old.layout) }
  }
}

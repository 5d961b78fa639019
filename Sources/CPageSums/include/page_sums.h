// SPDX-License-Identifier: Apache-2.0
// Sums of a catalogue's pages, in a file beside it, so that damage is known before anything is decided from a page or
// written. They stand beside the file and not in it, as other programs may write to it with plain SQLite.
//
// A layer under SQLite (a VFS) compares each page that is read from the file with its sum, and renews the sum of each
// page that is written to it, which only checkpoints do. While one is under way, nobody reads the pages that it writes
// from the file: SQLite takes them from the log, which stays until the file and the sums are on the disk. So a sum that
// is older or newer than its page, as when a process was killed, is never looked at.
//
// A page with another sum is damaged if it can be shown that nobody else has written to the file since:
//   - between sessions, by the log: the last of ours that closes the catalogue leaves it behind with a mark of 16 bytes
//     in it, too few for SQLite to take them for anything. Any other SQLite that writes puts pages there, and removes it
//     when it closes;
//   - in a session, and after one was killed, by the two numbers that each log has, and by how many of its pages are in
//     the file: both are known after each write and checkpoint of ours;
//   - by the first hundred bytes of the file, which have a number that each of our checkpoints counts up: an older copy
//     may have been put in its place.
// If it can't be shown, the page is taken as if there were no sums, until all of the file has been looked through.
//
// Whatever fails here makes this connection one of those that know nothing of sums; to others it then is a foreign one.
#pragma once

#include <sqlite3.h>
#include <stdint.h>

enum page_sums_state {
  /// There are none, or they can't be used.
  PAGE_SUMS_NONE,
  /// Every page that has a sum, and another content, is damaged.
  PAGE_SUMS_SURE,
  /// Somebody else may have written to the file.
  PAGE_SUMS_IN_DOUBT,
};

struct page_sums_count {
  /// Pages that have a sum and another content, and pages without a sum.
  int64_t other, without;
};

/// Makes the layer known to SQLite; returns its name, NULL if it can't be.
const char *page_sums_disk(void);
/// Makes an empty file for the sums of this database, unless there is one. It is in doubt.
void page_sums_make(const char *database);

/// For a connection that has read.
enum page_sums_state page_sums_state(sqlite3 *connection);
/// From here to `page_sums_settle`, all of the file is looked through. With the catalogue's lock held, after a write.
/// Returns a number for the second call.
uint32_t page_sums_begin(sqlite3 *connection);
/// Compares pages with their sums, or gives them new ones, past what SQLite has in memory. Returns SQLite's error.
int page_sums_compare(sqlite3 *connection, int64_t first, int64_t count, struct page_sums_count *found);
int page_sums_renew(sqlite3 *connection, int64_t first, int64_t count);
/// There is no doubt any more, unless somebody else has written since. With the catalogue's lock held.
void page_sums_settle(sqlite3 *connection, uint32_t number);
/// Whether the log has pages that are not in the file.
int page_sums_is_behind(sqlite3 *connection);

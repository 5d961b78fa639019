// SPDX-License-Identifier: Apache-2.0
// SQLite 3, as installed, and what in it Swift cannot import: the variadic configuration call, a
// destructor that is a cast integer, a file's methods behind a pointer of no type, and a pointer
// whose name SQLite keeps and compares later, so that it must be a literal.
#pragma once

#include <sqlite3.h>
// Who else may read SQLite's files: Swift has no module with the lists of rights that files have beside their modes.
#include <sys/xattr.h>

/// For all connections, before the first one opens. SQLite keeps a copy of the pages that a statement
/// changes, and adding a product with all its indexes changes about twenty: over 64 KiB, which would
/// go to a temporary file each time. (With 128 KiB or more it would be written in one piece, and
/// SQLite 3.40 cuts off what is longer.) And nobody asks how much memory SQLite has: it need not count.
static inline void csqlite_configure(void) {
  sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 126 << 10);
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Whether closing the last connection may checkpoint the log.
static inline int csqlite_set_checkpoint_on_close(sqlite3 *connection, int allowed) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !allowed, (int *)0);
}

/// Refuses what could damage the file from within SQL (writable_schema, shadow tables, …).
static inline int csqlite_set_defensive(sqlite3 *connection, int is_defensive) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, is_defensive, (int *)0);
}

/// Whether the triggers that are part of the file run; those of the connection always do.
static inline int csqlite_set_triggers(sqlite3 *connection, int enabled) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

/// Whether the views that are part of the file can be read; those of the connection always can.
static inline int csqlite_set_views(sqlite3 *connection, int enabled) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, enabled, (int *)0);
}

/// Tells SQLite to copy what is bound.
static inline sqlite3_destructor_type csqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/// Reads the first bytes of a connection's file, past SQLite's idea of what is in it.
static inline int csqlite_read_start(sqlite3 *connection, void *bytes, int count) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, count, 0);
}

/// What the log's index, which all who have the file open share, says of checkpoints: which log it is (two numbers), and how
/// many of its pages are in the file. Documented as a format of SQLite's files; only for a connection that has read.
static inline int csqlite_read_log_index(sqlite3 *connection, unsigned *first, unsigned *second, unsigned *moved) {
  sqlite3_file *file = 0;
  volatile void *index = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0 || file->pMethods->iVersion < 2) return SQLITE_CANTOPEN;
  code = file->pMethods->xShmMap(file, 0, 32 << 10, 0, &index);
  if (code != SQLITE_OK) return code;
  if (index == 0) return SQLITE_CANTOPEN;
  const volatile unsigned *words = (const volatile unsigned *)index;
  *first = words[8];
  *second = words[9];
  *moved = words[24];
  return SQLITE_OK;
}

/// SQLITE_OK if nobody is making a checkpoint: who does holds the second of the locks on the log's index. Only after
/// `csqlite_read_log_index`.
static inline int csqlite_is_no_checkpoint(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  code = file->pMethods->xShmLock(file, 1, 1, SQLITE_SHM_LOCK | SQLITE_SHM_SHARED);
  if (code != SQLITE_OK) return code;
  return file->pMethods->xShmLock(file, 1, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
}

/// The full-text module's interface, which it gives out through a pointer bound to a function.
static inline fts5_api *csqlite_full_text(sqlite3 *connection) {
  fts5_api *interface = 0;
  sqlite3_stmt *statement = 0;
  if (sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, 0) != SQLITE_OK) return 0;
  sqlite3_bind_pointer(statement, 1, (void *)&interface, "fts5_api_ptr", 0);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return interface;
}

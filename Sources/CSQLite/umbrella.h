// SQLite 3, as installed, and the three things in it that Swift cannot import: the variadic
// configuration call, and a destructor that is a cast integer.
#pragma once

#include <sqlite3.h>

/// Whether closing the last connection may checkpoint the log.
static inline int csqlite_set_checkpoint_on_close(sqlite3 *connection, int allowed) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !allowed, (int *)0);
}

/// Refuses what could damage the file from within SQL (writable_schema, shadow tables, …).
static inline int csqlite_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Tells SQLite to copy what is bound.
static inline sqlite3_destructor_type csqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

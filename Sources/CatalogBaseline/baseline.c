// SPDX-License-Identifier: Apache-2.0
#include "baseline.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// One statement is kept prepared, as any program would that runs it again.
struct baseline {
  sqlite3 *connection;
  sqlite3_stmt *statement;
  int64_t *keys;
  size_t room;
};

const char *baseline_version(void) { return sqlite3_libversion(); }

baseline *baseline_open(const char *path) {
  baseline *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const char *settings =
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;";
  if (sqlite3_open_v2(path, &self->connection, flags, NULL) != SQLITE_OK ||
      sqlite3_exec(self->connection, settings, NULL, NULL, NULL) != SQLITE_OK) {
    baseline_close(self);
    return NULL;
  }
  return self;
}

void baseline_close(baseline *self) {
  sqlite3_finalize(self->statement);
  sqlite3_close_v2(self->connection);
  free(self->keys);
  free(self);
}

const char *baseline_error(const baseline *self) { return sqlite3_errmsg(self->connection); }

static sqlite3_stmt *prepare(baseline *self, const char *sql) {
  const char *kept = self->statement ? sqlite3_sql(self->statement) : NULL;
  if (!kept || strcmp(kept, sql) != 0) {
    sqlite3_finalize(self->statement);
    self->statement = NULL;
    sqlite3_prepare_v3(
        self->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &self->statement, NULL);
  }
  return self->statement;
}

int64_t baseline_collect(baseline *self, const char *sql, const int64_t **keys) {
  sqlite3_stmt *statement = prepare(self, sql);
  if (!statement) return -1;
  int64_t count = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    if ((size_t)count == self->room) {
      size_t room = self->room ? self->room * 2 : 1024;
      int64_t *keys = realloc(self->keys, room * sizeof *keys);
      if (!keys) break;
      self->keys = keys;
      self->room = room;
    }
    self->keys[count++] = sqlite3_column_int64(statement, 0);
  }
  // A failed step is reported again here; a row still waiting means there was no memory for it.
  int is_whole = sqlite3_stmt_busy(statement) == 0;
  if (sqlite3_reset(statement) != SQLITE_OK || !is_whole) return -1;
  *keys = self->keys;
  return count;
}

int64_t baseline_change(baseline *self, const char *sql, int64_t number, const char *text) {
  sqlite3_stmt *statement = prepare(self, sql);
  if (!statement) return -1;
  sqlite3_bind_int64(statement, 1, number);
  sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
  sqlite3_step(statement);
  int code = sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return code == SQLITE_OK ? sqlite3_changes64(self->connection) : -1;
}

// SPDX-License-Identifier: Apache-2.0
// The layer under SQLite, as a disk: it opens files on the disk below, which is SQLite's own, or that of a test.

#include "file.h"

#include <stdlib.h>
#include <string.h>

static sqlite3_vfs *below(void) { return sqlite3_vfs_find(NULL); }

static int disk_open(sqlite3_vfs *self, const char *name, sqlite3_file *handle, int flags, int *given) {
  struct summed_file *file = (struct summed_file *)handle;
  sqlite3_vfs *disk = below();
  memset(file, 0, sizeof *file);
  file->sums.descriptor = -1;
  file->real = calloc(1, (size_t)disk->szOsFile);
  if (file->real == NULL) return SQLITE_NOMEM;
  int ours = 0;
  int code = disk->xOpen(disk, name, file->real, flags, &ours);
  if (given != NULL) *given = ours;
  if (code != SQLITE_OK) {
    if (file->real->pMethods != NULL) file->real->pMethods->xClose(file->real);
    free(file->real);
    return code;
  }
  file->base.pMethods = &summed_file_methods;
  char *sums = (flags & SQLITE_OPEN_MAIN_DB) && name != NULL ? sums_path(name) : NULL;
  if (sums == NULL) return SQLITE_OK;
  size_t length = strlen(name) + 5;
  file->log_path = malloc(length);
  if (file->log_path != NULL) {
    strcat(strcpy(file->log_path, name), "-wal");
    sums_open(&file->sums, sums, (ours & SQLITE_OPEN_READWRITE) != 0);
  }
  free(sums);
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *self, const char *name, int syncs) {
  return below()->xDelete(below(), name, syncs);
}

static int disk_access(sqlite3_vfs *self, const char *name, int flags, int *answer) {
  return below()->xAccess(below(), name, flags, answer);
}

static int disk_full_path(sqlite3_vfs *self, const char *name, int size, char *path) {
  return below()->xFullPathname(below(), name, size, path);
}

static int disk_randomness(sqlite3_vfs *self, int count, char *bytes) {
  return below()->xRandomness(below(), count, bytes);
}

static int disk_sleep(sqlite3_vfs *self, int microseconds) { return below()->xSleep(below(), microseconds); }

static int disk_last_error(sqlite3_vfs *self, int size, char *text) {
  return below()->xGetLastError(below(), size, text);
}

static int disk_time(sqlite3_vfs *self, sqlite3_int64 *time) { return below()->xCurrentTimeInt64(below(), time); }

static sqlite3_vfs layer = {
  .iVersion = 2,
  .szOsFile = sizeof(struct summed_file),
  .zName = "vitrine-sums",
  .xOpen = disk_open,
  .xDelete = disk_delete,
  .xAccess = disk_access,
  .xFullPathname = disk_full_path,
  .xRandomness = disk_randomness,
  .xSleep = disk_sleep,
  .xGetLastError = disk_last_error,
  .xCurrentTimeInt64 = disk_time,
};

const char *page_sums_disk(void) {
  if (below() == NULL) return NULL;
  layer.mxPathname = below()->mxPathname;
  return sqlite3_vfs_register(&layer, 0) == SQLITE_OK ? layer.zName : NULL;
}

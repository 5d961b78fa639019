// SPDX-License-Identifier: Apache-2.0
// Calls that change something: writing, truncating, syncing and deleting a file, making one, and
// giving the log's index room. The numbers are shared by all connections and guarded by one lock.

#include "faulty_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct faulty_file {
  sqlite3_file base;
  // Whether it is the catalogue's file or its log.
  int is_catalogue;
  // What the real disk opened, in the room that follows.
  sqlite3_file *real;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *real_disk;
static sqlite3_vfs disk;
static char lock_path[4096];
static int calls, failing_call, unlocked_writes;
static enum faulty_disk_fault fault;

enum verdict { PASS, FAIL, FAIL_HALFWAY };

// Counts a call and tells what becomes of it; `errno` is set as the system would.
static enum verdict judge(void) {
  pthread_mutex_lock(&mutex);
  calls += 1;
  int distance = failing_call > 0 ? calls - failing_call : -1;
  enum faulty_disk_fault kind = fault;
  pthread_mutex_unlock(&mutex);
  if (distance < 0 || (distance > 0 && kind == FAULTY_DISK_ERROR_ONCE)) return PASS;
  errno = kind == FAULTY_DISK_FULL ? ENOSPC : EIO;
  return kind == FAULTY_DISK_TORN && distance == 0 ? FAIL_HALFWAY : FAIL;
}

static int is_full(void) { return errno == ENOSPC; }

// A second descriptor on the lock file gets the lock only when nobody holds it.
static void watch(struct faulty_file *file) {
  if (!file->is_catalogue || lock_path[0] == 0) return;
  int before = errno;
  int descriptor = open(lock_path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    pthread_mutex_lock(&mutex);
    unlocked_writes += 1;
    pthread_mutex_unlock(&mutex);
  }
  if (descriptor >= 0) close(descriptor);
  errno = before;
}

#define REAL(file) (((struct faulty_file *)(file))->real)

static int file_close(sqlite3_file *file) { return REAL(file)->pMethods->xClose(REAL(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  watch((struct faulty_file *)file);
  switch (judge()) {
    case PASS: return REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
    case FAIL_HALFWAY: REAL(file)->pMethods->xWrite(REAL(file), bytes, count / 2, offset);
    default: return is_full() ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  watch((struct faulty_file *)file);
  // A file gets shorter on a full disk as well.
  if (judge() != PASS && !is_full()) return SQLITE_IOERR_TRUNCATE;
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  if (judge() != PASS) return SQLITE_IOERR_FSYNC;
  return REAL(file)->pMethods->xSync(REAL(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int kind) {
  return REAL(file)->pMethods->xLock(REAL(file), kind);
}

static int file_unlock(sqlite3_file *file, int kind) {
  return REAL(file)->pMethods->xUnlock(REAL(file), kind);
}

static int file_check_lock(sqlite3_file *file, int *is_reserved) {
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), is_reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return REAL(file)->pMethods->xSectorSize(REAL(file));
}

static int file_traits(sqlite3_file *file) {
  return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}

static int file_shm_map(
  sqlite3_file *file, int region, int size, int extends, void volatile **memory
) {
  if (extends && judge() != PASS) return SQLITE_IOERR_SHMSIZE;
  return REAL(file)->pMethods->xShmMap(REAL(file), region, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), deletes);
}

static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_write,
  .xTruncate = file_truncate,
  .xSync = file_sync,
  .xFileSize = file_size,
  .xLock = file_lock,
  .xUnlock = file_unlock,
  .xCheckReservedLock = file_check_lock,
  .xFileControl = file_control,
  .xSectorSize = file_sector_size,
  .xDeviceCharacteristics = file_traits,
  .xShmMap = file_shm_map,
  .xShmLock = file_shm_lock,
  .xShmBarrier = file_shm_barrier,
  .xShmUnmap = file_shm_unmap,
};

// Whether it is the file or the log of the catalogue that the lock belongs to.
static int is_catalogue(const char *name) {
  const char *slash = strrchr(lock_path, '/');
  if (name == NULL || slash == NULL) return 0;
  size_t directory = (size_t)(slash - lock_path) + 1;
  if (strncmp(name, lock_path, directory) != 0) return 0;
  const char *last = name + directory;
  return strcmp(last, "catalog.sqlite") == 0 || strcmp(last, "catalog.sqlite-wal") == 0;
}

static int disk_open(
  sqlite3_vfs *self, const char *name, sqlite3_file *opened, int flags, int *given
) {
  struct faulty_file *file = (struct faulty_file *)opened;
  file->base.pMethods = NULL;
  file->real = (sqlite3_file *)(file + 1);
  file->is_catalogue = is_catalogue(name);
  if ((flags & SQLITE_OPEN_CREATE) && name != NULL) {
    int exists = 0;
    real_disk->xAccess(real_disk, name, SQLITE_ACCESS_EXISTS, &exists);
    if (!exists && judge() != PASS) return SQLITE_CANTOPEN;
  }
  int code = real_disk->xOpen(real_disk, name, file->real, flags, given);
  if (file->real->pMethods != NULL) file->base.pMethods = &methods;
  return code;
}

static int disk_delete(sqlite3_vfs *self, const char *name, int syncs) {
  if (judge() != PASS && !is_full()) return SQLITE_IOERR_DELETE;
  return real_disk->xDelete(real_disk, name, syncs);
}

static int disk_access(sqlite3_vfs *self, const char *name, int flags, int *answer) {
  return real_disk->xAccess(real_disk, name, flags, answer);
}

static int disk_full_path(sqlite3_vfs *self, const char *name, int size, char *path) {
  return real_disk->xFullPathname(real_disk, name, size, path);
}

static int disk_randomness(sqlite3_vfs *self, int count, char *bytes) {
  return real_disk->xRandomness(real_disk, count, bytes);
}

static int disk_sleep(sqlite3_vfs *self, int microseconds) {
  return real_disk->xSleep(real_disk, microseconds);
}

static int disk_last_error(sqlite3_vfs *self, int size, char *text) { return errno; }

static int disk_time(sqlite3_vfs *self, sqlite3_int64 *time) {
  return real_disk->xCurrentTimeInt64(real_disk, time);
}

int faulty_disk_install(const char *lock) {
  real_disk = sqlite3_vfs_find(NULL);
  if (real_disk == NULL) return SQLITE_ERROR;
  if (lock != NULL && strlen(lock) >= sizeof lock_path) return SQLITE_TOOBIG;
  strcpy(lock_path, lock != NULL ? lock : "");
  calls = failing_call = unlocked_writes = 0;
  disk = (sqlite3_vfs){
    .iVersion = 2,
    .szOsFile = (int)sizeof(struct faulty_file) + real_disk->szOsFile,
    .mxPathname = real_disk->mxPathname,
    .zName = "faulty",
    .xOpen = disk_open,
    .xDelete = disk_delete,
    .xAccess = disk_access,
    .xFullPathname = disk_full_path,
    .xRandomness = disk_randomness,
    .xSleep = disk_sleep,
    .xGetLastError = disk_last_error,
    .xCurrentTimeInt64 = disk_time,
  };
  return sqlite3_vfs_register(&disk, 1);
}

void faulty_disk_remove(void) {
  sqlite3_vfs_unregister(&disk);
  sqlite3_vfs_register(real_disk, 1);
}

void faulty_disk_fail(int call, enum faulty_disk_fault kind) {
  pthread_mutex_lock(&mutex);
  calls = 0;
  failing_call = call;
  fault = kind;
  pthread_mutex_unlock(&mutex);
}

int faulty_disk_heal(void) {
  pthread_mutex_lock(&mutex);
  int count = calls;
  failing_call = 0;
  pthread_mutex_unlock(&mutex);
  return count;
}

int faulty_disk_unlocked_writes(void) {
  pthread_mutex_lock(&mutex);
  int count = unlocked_writes;
  pthread_mutex_unlock(&mutex);
  return count;
}

// SPDX-License-Identifier: Apache-2.0
// What the layer does with a file that SQLite has open. All that it changes is under one of SQLite's own locks: that of who
// writes to the log, that of who makes a checkpoint, or that of who is alone with the file.

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(file) (((struct summed_file *)(file))->real)

// MARK: What shows that nobody else has written

// The index of the log, which all who have the file open share: documented as a format of SQLite's files. It begins with its
// head, twice. Returns whether it is whole.
int file_log(const struct summed_file *file, struct log_place *place) {
  uint32_t words[25];
  if (file->index == NULL) return 0;
  for (int i = 0; i < 25; i++) words[i] = file->index[i];
  if (memcmp(words, words + 12, 12 * sizeof *words) != 0 || *(unsigned char *)&words[3] == 0) return 0;
  place->pages = words[4];
  place->trace = (struct trace){.salt = {words[8], words[9]}, .moved = words[24]};
  return 1;
}

static int is_same_log(const struct trace *one, const struct trace *other) {
  return one->salt[0] == other->salt[0] && one->salt[1] == other->salt[1];
}

// The log may be opened and closed here: SQLite has no locks on it.
static int log_has_mark(const struct summed_file *file, const uint8_t *mark) {
  uint8_t found[MARK + 1];
  int before = errno;
  int descriptor = open(file->log_path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  ssize_t count = descriptor < 0 ? -1 : read(descriptor, found, sizeof found);
  if (descriptor >= 0) close(descriptor);
  errno = before;
  return count == MARK && memcmp(found, mark, MARK) == 0;
}

static int read_beginning(const struct summed_file *file, uint8_t *bytes) {
  return REAL(file)->pMethods->xRead(REAL(file), bytes, BEGINNING, 0) == SQLITE_OK;
}

// Whether what is known of the log explains what it is like now. Pages of a log that is still there may count as not yet in
// the file again, as the index is made anew after a process was killed: then they will be written once more.
static int is_explained(const struct summed_file *file, const struct sums_head *head) {
  struct log_place now;
  int has_index = file_log(file, &now);
  if (head->is_live) {
    if (!has_index || (now.trace.salt[0] | now.trace.salt[1]) == 0) return 0;
    return is_same_log(&now.trace, &head->trace) && now.trace.moved <= head->trace.moved;
  }
  return (!has_index || now.pages == 0) && log_has_mark(file, head->mark);
}

static int is_as_left(const struct summed_file *file, const struct sums_head *head) {
  uint8_t beginning[BEGINNING];
  return read_beginning(file, beginning) && memcmp(beginning, head->beginning, BEGINNING) == 0;
}

int file_is_sure(struct summed_file *file) {
  struct sums_head head;
  return sums_are_there(&file->sums) && sums_read_head(&file->sums, &head) && head.doubts == head.settled
    && !head.is_moving && is_explained(file, &head) && is_as_left(file, &head);
}

// From now on this connection knows nothing of sums.
static void give_up(struct summed_file *file) { sums_close(&file->sums); }

static int keeps_sums(const struct summed_file *file) {
  return file->sums.descriptor >= 0 && file->sums.may_write;
}

static void save(struct summed_file *file) {
  if (keeps_sums(file) && !sums_write_head(&file->sums, &file->head)) give_up(file);
}

static void adopt(struct summed_file *file, const struct trace *trace) {
  file->head.is_live = 1;
  file->head.trace = *trace;
}

int file_look(struct summed_file *file) {
  if (!keeps_sums(file)) return 0;
  if (!sums_are_there(&file->sums) || !sums_read_head(&file->sums, &file->head)) {
    give_up(file);
    return 0;
  }
  file->has_begun = file_log(file, &file->begun);
  if (is_explained(file, &file->head) && (file->head.is_moving || is_as_left(file, &file->head))) return 1;
  file->head.doubts += 1;
  read_beginning(file, file->head.beginning);
  if (file->has_begun) adopt(file, &file->begun.trace);
  save(file);
  return keeps_sums(file);
}

// What a transaction of ours has done to the log. Who begins it anew could only do so as all of it was in the file.
static void end_writing(struct summed_file *file) {
  struct log_place now;
  if (!keeps_sums(file) || !file->has_begun || !file_log(file, &now)) return;
  const struct log_place *begun = &file->begun;
  int is_same = is_same_log(&now.trace, &begun->trace);
  if (is_same && now.trace.moved == begun->trace.moved) {
    if (now.pages == begun->pages || file->head.is_live) return;
  } else if (is_same || begun->trace.moved != begun->pages || now.trace.moved != 0) {
    file->head.doubts += 1;
  }
  adopt(file, &now.trace);
  save(file);
}

// MARK: Checkpoints

static int begin_moving(struct summed_file *file) {
  // Who closes the last connection makes a checkpoint without asking for its lock.
  if (!file->is_checkpoint && (file->index == NULL || file->lock != SQLITE_LOCK_EXCLUSIVE)) {
    // Without a log.
    if (!file_look(file)) return 0;
    file->head.doubts += 1;
    save(file);
    return keeps_sums(file);
  }
  if (file->is_moving) return keeps_sums(file);
  if (!file_look(file)) return 0;
  file->is_moving = file->head.is_moving = 1;
  save(file);
  return keeps_sums(file);
}

static void end_checkpoint(struct summed_file *file) {
  struct log_place now;
  int was_moving = file->is_moving;
  file->is_checkpoint = file->is_moving = 0;
  if (!was_moving || !keeps_sums(file) || !file_log(file, &now)) return;
  // It may not have got to the end of the log, and was not broken off.
  if (now.trace.moved > file->begun.trace.moved) file->head.is_moving = 0;
  adopt(file, &now.trace);
  save(file);
}

static void note_write(struct summed_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (!keeps_sums(file) || !begin_moving(file)) return;
  if (count != PAGE_SIZE || offset % PAGE_SIZE != 0) {
    file->head.doubts += 1;
    return save(file);
  }
  int64_t page = offset / PAGE_SIZE + 1;
  if (page == 1) memcpy(file->head.beginning, bytes, BEGINNING);
  if (!sums_set(&file->sums, page, sum_of_page(page, bytes))) give_up(file);
}

// The log is only begun anew once this has returned.
static void note_sync(struct summed_file *file) {
  if (!keeps_sums(file) || !file->is_moving) return;
  file->head.is_moving = 0;
  save(file);
  if (keeps_sums(file) && !sums_sync(&file->sums)) give_up(file);
}

// MARK: The end of the last connection

// SQLite asks when all of the log is in the file and nobody else has it open: whether to leave the log.
static int leaves_log(struct summed_file *file) {
  end_checkpoint(file);
  file->leaves_log = file->lock == SQLITE_LOCK_EXCLUSIVE && file_look(file) && keeps_sums(file)
    && !file->head.is_moving;
  return file->leaves_log;
}

// Returns whether the log is empty but for the mark. Nobody else can open it meanwhile.
static int mark_log(struct summed_file *file) {
  struct stat status;
  int before = errno, is_marked = 0;
  int descriptor = open(file->log_path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_size == 0) {
    sqlite3_randomness(MARK, file->head.mark);
    file->head.is_live = 0;
    // First what is known, so that it is never a mark of which nothing is known.
    if (read_beginning(file, file->head.beginning) && sums_write_head(&file->sums, &file->head)) {
      is_marked = pwrite(descriptor, file->head.mark, MARK, 0) == MARK;
    }
    if (!is_marked) (void)!ftruncate(descriptor, 0);
  }
  if (descriptor >= 0) close(descriptor);
  errno = before;
  return is_marked;
}

// MARK: The calls of SQLite

static int file_close(sqlite3_file *handle) {
  struct summed_file *file = (struct summed_file *)handle;
  int code = file->real->pMethods != NULL ? file->real->pMethods->xClose(file->real) : SQLITE_OK;
  sums_close(&file->sums);
  free(file->log_path);
  free(file->real);
  return code;
}

// The page has another sum. It is read again, as SQLite reads the first page before it knows that there is a log. If it is
// damaged, this connection writes no more, whoever heard of the error.
static int judge(struct summed_file *file, void *bytes, sqlite3_int64 offset) {
  int64_t page = offset / PAGE_SIZE + 1;
  file->is_doubtful = !file_is_sure(file);
  if (file->is_doubtful) return SQLITE_OK;
  for (int i = 0; i < 4; i++) {
    int code = REAL(file)->pMethods->xRead(REAL(file), bytes, PAGE_SIZE, offset);
    if (code != SQLITE_OK) return code;
    uint64_t sum = sums_get(&file->sums, page, 1);
    if (sum == 0 || sum == sum_of_page(page, bytes)) return SQLITE_OK;
    usleep(500);
  }
  if (!file_is_sure(file)) return SQLITE_OK;
  file->is_damaged = 1;
  return SQLITE_IOERR_DATA;
}

static int file_read(sqlite3_file *handle, void *bytes, int count, sqlite3_int64 offset) {
  struct summed_file *file = (struct summed_file *)handle;
  int code = REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
  if (code != SQLITE_OK || file->sums.descriptor < 0 || file->is_doubtful) return code;
  if (count != PAGE_SIZE || offset % PAGE_SIZE != 0) return code;
  int64_t page = offset / PAGE_SIZE + 1;
  uint64_t sum = sums_get(&file->sums, page, 0);
  return sum == 0 || sum == sum_of_page(page, bytes) ? SQLITE_OK : judge(file, bytes, offset);
}

static int file_write(sqlite3_file *handle, const void *bytes, int count, sqlite3_int64 offset) {
  if (((struct summed_file *)handle)->is_damaged) return SQLITE_IOERR_DATA;
  note_write((struct summed_file *)handle, bytes, count, offset);
  return REAL(handle)->pMethods->xWrite(REAL(handle), bytes, count, offset);
}

static int file_truncate(sqlite3_file *handle, sqlite3_int64 size) {
  struct summed_file *file = (struct summed_file *)handle;
  if (file->is_damaged) return SQLITE_IOERR_DATA;
  if (keeps_sums(file) && begin_moving(file) && !sums_cut(&file->sums, size / PAGE_SIZE)) give_up(file);
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

static int file_sync(sqlite3_file *handle, int flags) {
  int code = REAL(handle)->pMethods->xSync(REAL(handle), flags);
  if (code == SQLITE_OK) note_sync((struct summed_file *)handle);
  return code;
}

static int file_size(sqlite3_file *handle, sqlite3_int64 *size) {
  return REAL(handle)->pMethods->xFileSize(REAL(handle), size);
}

static int file_lock(sqlite3_file *handle, int kind) {
  int code = REAL(handle)->pMethods->xLock(REAL(handle), kind);
  if (code == SQLITE_OK) ((struct summed_file *)handle)->lock = kind;
  ((struct summed_file *)handle)->is_doubtful = 0;
  return code;
}

static int file_unlock(sqlite3_file *handle, int kind) {
  ((struct summed_file *)handle)->lock = kind;
  return REAL(handle)->pMethods->xUnlock(REAL(handle), kind);
}

static int file_check_lock(sqlite3_file *handle, int *is_reserved) {
  return REAL(handle)->pMethods->xCheckReservedLock(REAL(handle), is_reserved);
}

static int file_control(sqlite3_file *handle, int operation, void *argument) {
  struct summed_file *file = (struct summed_file *)handle;
  if (operation == SQLITE_FCNTL_PERSIST_WAL && *(int *)argument < 0 && leaves_log(file)) {
    *(int *)argument = 1;
    return SQLITE_OK;
  }
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector_size(sqlite3_file *handle) { return REAL(handle)->pMethods->xSectorSize(REAL(handle)); }

static int file_traits(sqlite3_file *handle) {
  return REAL(handle)->pMethods->xDeviceCharacteristics(REAL(handle));
}

static int file_shm_map(sqlite3_file *handle, int region, int size, int extends, void volatile **memory) {
  int code = REAL(handle)->pMethods->xShmMap(REAL(handle), region, size, extends, memory);
  if (code == SQLITE_OK && region == 0 && *memory != NULL) {
    ((struct summed_file *)handle)->index = (const volatile uint32_t *)*memory;
  }
  return code;
}

// SQLite's lock 0 is that of who writes to the log, 1 that of who makes a checkpoint; who makes the index anew takes more at once.
static int file_shm_lock(sqlite3_file *handle, int offset, int count, int flags) {
  struct summed_file *file = (struct summed_file *)handle;
  int is_ours = count == 1 && offset <= 1 && (flags & SQLITE_SHM_EXCLUSIVE) != 0 && file->sums.descriptor >= 0;
  if (is_ours && (flags & SQLITE_SHM_UNLOCK) != 0) {
    if (offset == 0) end_writing(file); else end_checkpoint(file);
  }
  if (is_ours && file->is_damaged && (flags & SQLITE_SHM_LOCK) != 0) return SQLITE_IOERR_DATA;
  if ((flags & SQLITE_SHM_LOCK) != 0) file->is_doubtful = 0;
  int code = REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
  if (code == SQLITE_OK && is_ours && (flags & SQLITE_SHM_LOCK) != 0) {
    if (offset == 1) file->is_checkpoint = 1;
    else {
      struct log_place now;
      file->has_begun = 0;
      // Without an index, SQLite is about to make it.
      if (file_log(file, &now)) file_look(file);
    }
  }
  return code;
}

static void file_shm_barrier(sqlite3_file *handle) { REAL(handle)->pMethods->xShmBarrier(REAL(handle)); }

static int file_shm_unmap(sqlite3_file *handle, int deletes) {
  struct summed_file *file = (struct summed_file *)handle;
  if (file->leaves_log && file->lock == SQLITE_LOCK_EXCLUSIVE && keeps_sums(file)) {
    // The index goes as if the log did: it would be in the way of who copies files here.
    if (mark_log(file)) deletes = 1;
  }
  file->leaves_log = 0;
  file->index = NULL;
  return REAL(file)->pMethods->xShmUnmap(REAL(file), deletes);
}

const sqlite3_io_methods summed_file_methods = {
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

struct summed_file *summed_file_of(sqlite3 *connection) {
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return NULL;
  return file != NULL && file->pMethods == &summed_file_methods ? (struct summed_file *)file : NULL;
}

// SPDX-License-Identifier: Apache-2.0
// What can be asked of the sums of an open catalogue.

#include "file.h"

#include <stdlib.h>
#include <string.h>

static const char database_ending[] = ".sqlite";

char *sums_path(const char *database) {
  size_t length = strlen(database), ending = strlen(database_ending);
  if (length <= ending || strcmp(database + length - ending, database_ending) != 0) return NULL;
  char *path = malloc(length + 1);
  if (path == NULL) return NULL;
  memcpy(path, database, length - ending);
  strcpy(path + length - ending, ".sums");
  return path;
}

void page_sums_make(const char *database) {
  char *path = sums_path(database);
  if (path != NULL) sums_make(path);
  free(path);
}

enum page_sums_state page_sums_state(sqlite3 *connection) {
  struct summed_file *file = summed_file_of(connection);
  struct sums_head head;
  if (file == NULL || file->sums.descriptor < 0 || !sums_read_head(&file->sums, &head)) return PAGE_SUMS_NONE;
  return file_is_sure(file) ? PAGE_SUMS_SURE : PAGE_SUMS_IN_DOUBT;
}

uint32_t page_sums_begin(sqlite3 *connection) {
  struct summed_file *file = summed_file_of(connection);
  return file != NULL && file_look(file) ? file->head.doubts : 0;
}

// Calls for each page that is in the file whole.
static int for_each_page(
  struct summed_file *file, int64_t first, int64_t count, int (*use)(struct summed_file *, int64_t, void *, void *),
  void *context
) {
  char bytes[PAGE_SIZE];
  sqlite3_int64 size = 0;
  int code = file->real->pMethods->xFileSize(file->real, &size);
  for (int64_t page = first; code == SQLITE_OK && page < first + count && page * PAGE_SIZE <= size; page++) {
    code = file->real->pMethods->xRead(file->real, bytes, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    if (code == SQLITE_OK) code = use(file, page, bytes, context);
  }
  return code;
}

static int compare(struct summed_file *file, int64_t page, void *bytes, void *context) {
  struct page_sums_count *found = context;
  uint64_t sum = sums_get(&file->sums, page, 0), right = sum_of_page(page, bytes);
  for (int i = 0; sum != right && i < 4; i++) {
    // Whoever makes a checkpoint changes both, one after the other.
    if (i > 0) sqlite3_sleep(1);
    int code = file->real->pMethods->xRead(file->real, bytes, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    if (code != SQLITE_OK) return code;
    sum = sums_get(&file->sums, page, 1);
    right = sum_of_page(page, bytes);
    if (sum == 0) break;
  }
  if (sum == 0) found->without += 1;
  else if (sum != right) found->other += 1;
  return SQLITE_OK;
}

static int renew(struct summed_file *file, int64_t page, void *bytes, void *context) {
  return sums_set(&file->sums, page, sum_of_page(page, bytes)) ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

int page_sums_compare(sqlite3 *connection, int64_t first, int64_t count, struct page_sums_count *found) {
  struct summed_file *file = summed_file_of(connection);
  if (file == NULL || file->sums.descriptor < 0) return SQLITE_OK;
  return for_each_page(file, first, count, compare, found);
}

int page_sums_renew(sqlite3 *connection, int64_t first, int64_t count) {
  struct summed_file *file = summed_file_of(connection);
  if (file == NULL || file->sums.descriptor < 0 || !file->sums.may_write) return SQLITE_READONLY;
  return for_each_page(file, first, count, renew, NULL);
}

void page_sums_settle(sqlite3 *connection, uint32_t number) {
  struct summed_file *file = summed_file_of(connection);
  if (file == NULL || number == 0 || !file_look(file) || file->head.doubts != number) return;
  if (!sums_sync(&file->sums)) return;
  file->head.settled = number;
  sums_write_head(&file->sums, &file->head);
}

int page_sums_is_behind(sqlite3 *connection) {
  struct summed_file *file = summed_file_of(connection);
  struct log_place now;
  return file != NULL && file->sums.descriptor >= 0 && file->sums.may_write && file_log(file, &now)
    && now.pages != now.trace.moved;
}

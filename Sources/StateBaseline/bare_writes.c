// SPDX-License-Identifier: Apache-2.0
#include "bare_writes.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int write_one(const char *directory, int number, const char *bytes, size_t size) {
  char path[4096], temporary[4096];
  snprintf(path, sizeof path, "%s/%08d.json", directory, number);
  snprintf(temporary, sizeof temporary, "%s/%08d.json.new", directory, number);
  int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  int failed = write(file, bytes, size) != (ssize_t)size || fsync(file) != 0;
  failed |= close(file) != 0;
  return failed ? -1 : rename(temporary, path);
}

int bare_writes(const char *directory, int count, size_t size) {
  char *bytes = malloc(size);
  if (bytes == NULL) return -1;
  memset(bytes, 'x', size);
  int result = 0;
  for (int number = 0; number < count && result == 0; number++)
    result = write_one(directory, number, bytes, size);
  free(bytes);
  int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return -1;
  if (fsync(file) != 0) result = -1;
  close(file);
  return result;
}

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

int bare_append(int file, const unsigned char *bytes, size_t size) {
  return write(file, bytes, size) == (ssize_t)size ? 0 : -1;
}

int bare_key(
  int file, const unsigned char *was, size_t was_size, const unsigned char *now, size_t now_size
) {
  size_t shorter = was_size < now_size ? was_size : now_size, start = 0, tail = 0, block = 4096;
  while (start + block <= shorter && memcmp(was + start, now + start, block) == 0) start += block;
  while (start < shorter && was[start] == now[start]) start++;
  const unsigned char *was_end = was + was_size, *now_end = now + now_size;
  while (start + tail + block <= shorter &&
         memcmp(was_end - tail - block, now_end - tail - block, block) == 0)
    tail += block;
  while (start + tail < shorter && was_end[-1 - (ptrdiff_t)tail] == now_end[-1 - (ptrdiff_t)tail])
    tail++;
  unsigned char line[256];
  size_t put = now_size - start - tail;
  if (put > 128) put = 128;
  int length = snprintf((char *)line, 128, "%zu %zu ", start, was_size - start - tail);
  memcpy(line + length, now + start, put);
  line[(size_t)length + put] = '\n';
  return bare_append(file, line, (size_t)length + put + 1);
}

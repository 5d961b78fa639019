// SPDX-License-Identifier: Apache-2.0
#include "bare_csv.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Something has to be made of the cells, or the compiler leaves them away.
static volatile unsigned sum;

long bare_csv(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_size == 0) {
    close(file);
    return -1;
  }
  size_t size = (size_t)status.st_size;
  const unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return -1;
  long cells = 0;
  unsigned hash = 0;
  int quoted = 0;
  for (size_t index = 0; index < size; index++) {
    unsigned char byte = bytes[index];
    hash = hash * 31 + byte;
    if (quoted) {
      if (byte == '"') {
        if (index + 1 < size && bytes[index + 1] == '"') index++;
        else quoted = 0;
      }
    } else if (byte == '"') {
      quoted = 1;
    } else if (byte == ',' || byte == '\n') {
      cells++;
      sum += hash;
      hash = 0;
    }
  }
  munmap((void *)bytes, size);
  return cells;
}

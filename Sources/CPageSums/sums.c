// SPDX-License-Identifier: Apache-2.0
#include "sums.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[16] = "Vitrine sums 1\n";
static const uint32_t order = 0x01020304;

// A larger piece takes longer to get room for than to read.
enum { HEAD_SIZE = 4096, PIECE = 128 };

// Eight independent chains, as a multiplication takes the processor longer than it takes to begin the next. Each step can be
// undone, so that any change of one word changes the sum of its chain.
static inline uint64_t mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return sum ^ sum >> 32;
}

static inline uint64_t word_at(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static uint64_t sum_of(uint64_t seed, const unsigned char *bytes, size_t count) {
  uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3, e = seed + 4, f = seed + 5, g = seed + 6, h = seed + 7;
  for (; count >= 64; bytes += 64, count -= 64) {
    a = mix(a, word_at(bytes));
    b = mix(b, word_at(bytes + 8));
    c = mix(c, word_at(bytes + 16));
    d = mix(d, word_at(bytes + 24));
    e = mix(e, word_at(bytes + 32));
    f = mix(f, word_at(bytes + 40));
    g = mix(g, word_at(bytes + 48));
    h = mix(h, word_at(bytes + 56));
  }
  for (; count > 0; bytes++, count--) a = mix(a, *bytes);
  const uint64_t chains[] = {a, b, c, d, e, f, g, h};
  uint64_t sum = seed;
  for (int i = 0; i < 8; i++) sum = mix(sum << 29 | sum >> 35, chains[i]);
  return sum != 0 ? sum : 1;
}

uint64_t sum_of_page(int64_t page, const void *bytes) {
  return sum_of((uint64_t)page, bytes, PAGE_SIZE);
}

static int read_all(int descriptor, void *bytes, size_t count, off_t offset) {
  ssize_t done;
  do done = pread(descriptor, bytes, count, offset);
  while (done < 0 && errno == EINTR);
  if (done < 0) return 0;
  // What is not there yet, is 0.
  memset((char *)bytes + done, 0, count - (size_t)done);
  return 1;
}

static int write_all(int descriptor, const void *bytes, size_t count, off_t offset) {
  ssize_t done;
  do done = pwrite(descriptor, bytes, count, offset);
  while (done < 0 && errno == EINTR);
  return done == (ssize_t)count;
}

static off_t place_of(int64_t page) { return HEAD_SIZE + (off_t)(page - 1) * 8; }

void sums_open(struct sums_file *sums, const char *path, int may_write) {
  *sums = (struct sums_file){.descriptor = -1};
  int before = errno;
  if (may_write) sums->descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  sums->may_write = sums->descriptor >= 0;
  if (sums->descriptor < 0) {
    sums->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  }
  struct stat status;
  if (sums->descriptor >= 0 && (fstat(sums->descriptor, &status) != 0 || !S_ISREG(status.st_mode))) {
    sums_close(sums);
  }
  errno = before;
}

void sums_close(struct sums_file *sums) {
  if (sums->descriptor >= 0) close(sums->descriptor);
  for (int64_t i = 0; i < sums->count; i++) free(sums->pieces[i]);
  free(sums->pieces);
  *sums = (struct sums_file){.descriptor = -1};
}

int sums_are_there(const struct sums_file *sums) {
  struct stat status;
  return sums->descriptor >= 0 && fstat(sums->descriptor, &status) == 0 && status.st_nlink > 0;
}

static uint64_t sum_of_head(const struct sums_head *head) {
  return sum_of(0, (const unsigned char *)head, offsetof(struct sums_head, sum));
}

int sums_read_head(const struct sums_file *sums, struct sums_head *head) {
  // Another process may just be writing it.
  for (int i = 0; i < 5; i++) {
    if (!read_all(sums->descriptor, head, sizeof *head, 0)) return 0;
    if (memcmp(head->name, name, sizeof name) != 0 || head->order != order) return 0;
    if (head->sum == sum_of_head(head)) return 1;
    usleep(200);
  }
  return 0;
}

int sums_write_head(const struct sums_file *sums, struct sums_head *head) {
  head->sum = sum_of_head(head);
  return write_all(sums->descriptor, head, sizeof *head, 0);
}

int sums_set(struct sums_file *sums, int64_t page, uint64_t sum) {
  int64_t piece = (page - 1) / PIECE;
  if (piece < sums->count && sums->pieces[piece] != NULL) {
    sums->pieces[piece][(page - 1) % PIECE] = sum;
  }
  return write_all(sums->descriptor, &sum, sizeof sum, place_of(page));
}

int sums_sync(const struct sums_file *sums) { return fdatasync(sums->descriptor) == 0; }

int sums_cut(const struct sums_file *sums, int64_t pages) {
  return ftruncate(sums->descriptor, place_of(pages + 1)) == 0;
}

static uint64_t *piece_with(struct sums_file *sums, int64_t page) {
  int64_t number = (page - 1) / PIECE;
  if (number >= sums->count) {
    int64_t count = number * 3 / 2 + 64;
    uint64_t **more = realloc(sums->pieces, (size_t)count * sizeof *more);
    if (more == NULL) return NULL;
    memset(more + sums->count, 0, (size_t)(count - sums->count) * sizeof *more);
    sums->pieces = more;
    sums->count = count;
  }
  if (sums->pieces[number] == NULL) {
    uint64_t *piece = malloc(PIECE * sizeof *piece);
    if (piece == NULL) return NULL;
    if (!read_all(sums->descriptor, piece, PIECE * sizeof *piece, place_of(number * PIECE + 1))) {
      free(piece);
      return NULL;
    }
    sums->pieces[number] = piece;
  }
  return sums->pieces[number];
}

uint64_t sums_get(struct sums_file *sums, int64_t page, int is_now) {
  uint64_t *piece = piece_with(sums, page);
  if (piece == NULL) return 0;
  uint64_t *entry = &piece[(page - 1) % PIECE];
  if (is_now || *entry == 0) {
    uint64_t sum;
    if (!read_all(sums->descriptor, &sum, sizeof sum, place_of(page))) return 0;
    *entry = sum;
  }
  return *entry;
}

void sums_make(const char *path) {
  struct sums_file sums;
  struct sums_head head;
  int before = errno;
  sums_open(&sums, path, 1);
  int is_there = sums.descriptor >= 0 && sums_read_head(&sums, &head);
  sums_close(&sums);
  if (!is_there) {
    unlink(path);
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor >= 0) {
      memset(&head, 0, sizeof head);
      memcpy(head.name, name, sizeof name);
      head.order = order;
      head.doubts = 1;
      sums.descriptor = descriptor;
      if (!sums_write_head(&sums, &head)) unlink(path);
      close(descriptor);
    }
  }
  errno = before;
}

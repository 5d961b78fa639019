// SPDX-License-Identifier: Apache-2.0
// The file with the sums: a head, and eight bytes for each page. It is read and written, not mapped: whoever cuts it short
// must not end this process.
#pragma once

#include <stdint.h>

enum { PAGE_SIZE = 4096, BEGINNING = 100, MARK = 16 };

/// Which log it is, and how many of its pages are in the file.
struct trace {
  uint32_t salt[2], moved;
};

struct sums_head {
  char name[16];
  /// To tell another order of bytes.
  uint32_t order;
  /// How often somebody else may have written, and how many of these times are settled.
  uint32_t doubts, settled;
  /// Whether a checkpoint was begun.
  uint32_t is_moving;
  /// Whether a log is in use, which `trace` is about; otherwise it has the mark.
  uint32_t is_live;
  struct trace trace;
  uint8_t mark[MARK];
  /// Of the database.
  uint8_t beginning[BEGINNING];
  /// Of all before.
  uint64_t sum;
};

struct sums_file {
  /// -1 if there is none.
  int descriptor;
  int may_write;
  /// What was read, in pieces; an entry that is 0 or differs is read again before it counts.
  uint64_t **pieces;
  int64_t count;
};

/// Never 0, which stands for no sum.
uint64_t sum_of_page(int64_t page, const void *bytes);

void sums_open(struct sums_file *sums, const char *path, int may_write);
void sums_close(struct sums_file *sums);
/// Whether the file still has a name.
int sums_are_there(const struct sums_file *sums);
/// These return whether that was possible.
int sums_read_head(const struct sums_file *sums, struct sums_head *head);
int sums_write_head(const struct sums_file *sums, struct sums_head *head);
int sums_set(struct sums_file *sums, int64_t page, uint64_t sum);
int sums_sync(const struct sums_file *sums);
int sums_cut(const struct sums_file *sums, int64_t pages);
/// 0 for none. What was read before may be older than what is there, but not `isNow`.
uint64_t sums_get(struct sums_file *sums, int64_t page, int is_now);
void sums_make(const char *path);

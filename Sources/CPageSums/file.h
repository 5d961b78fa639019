// SPDX-License-Identifier: Apache-2.0
// A file that SQLite has open. Only the main file of a connection has sums.
#pragma once

#include "page_sums.h"
#include "sums.h"

struct log_place {
  struct trace trace;
  /// How many pages the log has.
  uint32_t pages;
};

struct summed_file {
  sqlite3_file base;
  /// What the disk below has opened.
  sqlite3_file *real;
  struct sums_file sums;
  char *log_path;
  /// What SQLite holds now.
  int lock;
  int is_checkpoint, is_moving, leaves_log;
  /// A damaged page was read.
  int is_damaged;
  /// A sum was another one and it could not be shown that nobody else has written: until the next transaction none is
  /// compared, as it would take longer than reading the page to find that out for each.
  int is_doubtful;
  const volatile uint32_t *index;
  /// What was seen with the lock that is held now.
  struct sums_head head;
  int has_begun;
  struct log_place begun;
};

extern const sqlite3_io_methods summed_file_methods;

/// NULL if it is not of this layer.
struct summed_file *summed_file_of(sqlite3 *connection);
/// What the log's index says; returns whether it is whole.
int file_log(const struct summed_file *file, struct log_place *place);
/// Whether it can be shown that nobody else has written since all sums were right.
int file_is_sure(struct summed_file *file);
/// Reads the head into the file, and counts a doubt if it can't be shown. Returns whether this connection keeps sums. With one
/// of SQLite's locks held.
int file_look(struct summed_file *file);
/// To be freed; NULL if the database can't have any.
char *sums_path(const char *database);

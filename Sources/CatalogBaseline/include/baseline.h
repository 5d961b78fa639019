// SPDX-License-Identifier: Apache-2.0
// Bare SQLite, which the benchmark compares the catalogue with. In C, so that no cost of a language
// or layer is hidden in the baseline. After a failure of any function but baseline_open,
// baseline_error returns the error.
#pragma once

#include <stdint.h>

typedef struct baseline baseline;

/// SQLite's version, such as 3.40.1.
const char *baseline_version(void);

/// Opens a file with the catalogue's settings: write-ahead log, synchronous=FULL, foreign keys.
/// Null if it cannot be opened.
baseline *baseline_open(const char *path);

void baseline_close(baseline *baseline);

/// SQLite's message for the last error.
const char *baseline_error(const baseline *baseline);

/// Steps through a query and stores the integer in the first column of every row. Returns how many
/// rows there were, or -1. The numbers are at `keys` until the next call.
int64_t baseline_collect(baseline *baseline, const char *sql, const int64_t **keys);

/// Runs a statement in a transaction of its own, its first parameter bound to `number` and its
/// second to `text`. Returns how many rows it changed, or -1.
int64_t baseline_change(baseline *baseline, const char *sql, int64_t number, const char *text);

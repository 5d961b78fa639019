// SPDX-License-Identifier: Apache-2.0
// Durable file writes in bare C: the baseline for saving windows.
#ifndef BARE_WRITES_H
#define BARE_WRITES_H

#include <stddef.h>

// Writes `count` files of `size` bytes into `directory`: each to a temporary file, flushed, renamed;
// the directory is flushed once at the end. Returns 0, or -1 with errno set.
int bare_writes(const char *directory, int count, size_t size);

#endif

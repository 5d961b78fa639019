// SPDX-License-Identifier: Apache-2.0
// Durable file writes in bare C: the baseline for saving windows.
#ifndef BARE_WRITES_H
#define BARE_WRITES_H

#include <stddef.h>

// Writes `count` files of `size` bytes into `directory`: each to a temporary file, flushed, renamed;
// the directory is flushed once at the end. Returns 0, or -1 with errno set.
int bare_writes(const char *directory, int count, size_t size);

// Appends `size` bytes to an open file. Returns 0, or -1 with errno set.
int bare_append(int file, const unsigned char *bytes, size_t size);

// The least that keeping a key press in a long text takes: finds where the text differs from what it was,
// and appends that place and what stands there now.
int bare_key(
  int file, const unsigned char *was, size_t was_size, const unsigned char *now, size_t now_size
);

#endif

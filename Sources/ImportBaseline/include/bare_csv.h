// SPDX-License-Identifier: Apache-2.0
// CSV read in bare C: the baseline for reading lists.
#ifndef BARE_CSV_H
#define BARE_CSV_H

// Reads all cells of a CSV as RFC 4180 has it, keeping nothing of them. Returns how many there are, or -1 with
// errno set.
long bare_csv(const char *path);

#endif

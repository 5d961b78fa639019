// SPDX-License-Identifier: Apache-2.0
// Writes down what becomes of the files of a catalogue, loaded into a program with LD_PRELOAD: of those directly in
// $RECORDED_DIRECTORY whose names begin with "catalog.sqlite" or "catalog.sums", and of the directory itself. Each call is
// added to the file $RECORDED_CALLS: the head below, the name and the bytes that were written.
#ifndef RECORDING_DISK_H
#define RECORDING_DISK_H

#include <stdint.h>

struct recorded_call {
  /// 'c' made, 'w' written, 't' cut or made longer, 's' flushed, 'u' removed.
  uint32_t kind;
  uint32_t name_length;
  /// Where it was written, or how long the file is now.
  uint64_t place;
  /// How many bytes follow the name.
  uint64_t count;
};

#endif

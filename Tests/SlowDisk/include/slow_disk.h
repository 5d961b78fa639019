// SPDX-License-Identifier: Apache-2.0
// A disk that takes long to say that it has what it was given, loaded into a program with LD_PRELOAD: while there is a
// file $SLOW_DISK/slow, whatever waits for files below that directory waits $SLOW_DISK_SECONDS longer.
#ifndef SLOW_DISK_H
#define SLOW_DISK_H

int fsync(int file);
int fdatasync(int file);

#endif

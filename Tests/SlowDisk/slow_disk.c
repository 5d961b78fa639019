// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "slow_disk.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wait_for_the_disk(int file) {
  const char *directory = getenv("SLOW_DISK"), *seconds = getenv("SLOW_DISK_SECONDS");
  if (directory == NULL || seconds == NULL) return;
  char marker[4096], link[64], path[4096];
  snprintf(marker, sizeof marker, "%s/slow", directory);
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || access(marker, F_OK) != 0) return;
  path[length] = 0;
  if (strncmp(path, directory, strlen(directory)) == 0) sleep((unsigned)atoi(seconds));
}

int fsync(int file) {
  wait_for_the_disk(file);
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return real(file);
}

int fdatasync(int file) {
  wait_for_the_disk(file);
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return real(file);
}

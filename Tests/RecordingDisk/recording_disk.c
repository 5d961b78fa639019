// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE

#include "recording_disk.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// What is written down has the order in which it was done.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// The name of a file that is recorded, "" for the directory itself, NULL for others.
static const char *name_in(const char *path) {
  const char *directory = getenv("RECORDED_DIRECTORY");
  size_t length = directory != NULL ? strlen(directory) : 0;
  if (length == 0 || strncmp(path, directory, length) != 0) return NULL;
  if (path[length] == 0) return path + length;
  if (path[length] != '/') return NULL;
  const char *name = path + length + 1;
  int is_ours = strncmp(name, "catalog.sqlite", 14) == 0 || strncmp(name, "catalog.sums", 12) == 0;
  size_t rest = strlen(name);
  int is_index = rest > 4 && strcmp(name + rest - 4, "-shm") == 0;
  return is_ours && !is_index && strchr(name, ' ') == NULL ? name : NULL;
}

static const char *name_of(int file, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  return name_in(path);
}

static void note(uint32_t kind, const char *name, uint64_t place, const void *bytes, size_t count) {
  const char *calls = getenv("RECORDED_CALLS");
  if (calls == NULL) return;
  int before = errno, file = REAL(open)(calls, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  struct recorded_call call = {kind, (uint32_t)strlen(name), place, count};
  struct iovec parts[] = {{&call, sizeof call}, {(void *)name, strlen(name)}, {(void *)bytes, count}};
  if (file < 0 || writev(file, parts, 3) < 0) abort();
  close(file);
  errno = before;
}

// Does what was asked for, and notes it if it worked.
#define RECORDED(type, file, call, worked, kind, place, bytes, count) \
  do { \
    char path[4096]; \
    int before = errno; \
    const char *name = name_of(file, path, sizeof path); \
    errno = before; \
    if (name == NULL) return call; \
    pthread_mutex_lock(&mutex); \
    type result = call; \
    if (worked) note(kind, name, (uint64_t)(place), bytes, (size_t)(count)); \
    pthread_mutex_unlock(&mutex); \
    return result; \
  } while (0)

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  RECORDED(ssize_t, file, REAL(pwrite)(file, bytes, count, place), result > 0, 'w', place, bytes, result);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  RECORDED(ssize_t, file, REAL(pwrite64)(file, bytes, count, place), result > 0, 'w', place, bytes, result);
}

int ftruncate(int file, off_t size) {
  RECORDED(int, file, REAL(ftruncate)(file, size), result == 0, 't', size, "", 0);
}

int ftruncate64(int file, off64_t size) {
  RECORDED(int, file, REAL(ftruncate64)(file, size), result == 0, 't', size, "", 0);
}

int fsync(int file) { RECORDED(int, file, REAL(fsync)(file), result == 0, 's', 0, "", 0); }

int fdatasync(int file) { RECORDED(int, file, REAL(fdatasync)(file), result == 0, 's', 0, "", 0); }

int unlink(const char *path) {
  const char *name = name_in(path);
  if (name == NULL) return REAL(unlink)(path);
  pthread_mutex_lock(&mutex);
  int result = REAL(unlink)(path);
  if (result == 0) note('u', name, 0, "", 0);
  pthread_mutex_unlock(&mutex);
  return result;
}

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  const char *name = flags & O_CREAT ? name_in(path) : NULL;
  if (name == NULL) return real(path, flags, mode);
  pthread_mutex_lock(&mutex);
  int before = errno, is_new = access(path, F_OK) != 0;
  errno = before;
  int file = real(path, flags, mode);
  if (file >= 0 && is_new) note('c', name, 0, "", 0);
  pthread_mutex_unlock(&mutex);
  return file;
}

#define MODE_AFTER(flags) \
  mode_t mode = 0; \
  if ((flags) & O_CREAT) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) {
  MODE_AFTER(flags)
  return opened(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_AFTER(flags)
  return opened(REAL(open64), path, flags, mode);
}

// SPDX-License-Identifier: Apache-2.0
// The lock around the process that decodes pictures. A decoder that was taken over by a picture can use what it
// has: the picture, the socket, memory, the processor, fonts. It gets nothing else, in two ways that do not rely
// on each other: Landlock takes away all files but fonts, and a list of the system calls that decoders need
// takes away the rest.

#define _GNU_SOURCE
#include "decoder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// gdk-pixbuf hands pictures to glycin in some distributions of 2026.
bool vitrine_decoders_are_confined(void) { return dlsym(RTLD_DEFAULT, "gly_loader_load") != NULL; }

// From 1.16 on, libheif has its decoders in files of their own, and looks for them when it decodes.
void vitrine_decoder_load_plugins(void) {
  void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return;
  struct answer {
    int code, more;
    const char *words;
  } (*load)(void *) = (struct answer(*)(void *))dlsym(library, "heif_init");
  if (load != NULL) load(NULL);
  dlclose(library);
}

#ifdef ARCHITECTURE

// MARK: Files

static void allow_reading(int rules, const char *directory) {
  struct landlock_path_beneath_attr below = {LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
                                             open(directory, O_PATH | O_CLOEXEC)};
  if (below.parent_fd < 0) return;
  syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
  close(below.parent_fd);
}

static void allow_reading_below(int rules, const char *variable, const char *fallback, const char *name) {
  const char *base = getenv(variable), *home = getenv("HOME");
  char path[4096];
  if (base && *base == '/') snprintf(path, sizeof path, "%s/%s", base, name);
  else if (home) snprintf(path, sizeof path, "%s/%s/%s", home, fallback, name);
  else return;
  allow_reading(rules, path);
}

// Of all files only fonts, which drawings with text need; no connections, and no signals to other processes.
// False if this kernel can't, or not now.
static bool leave_only_fonts(void) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  // Everything that the version can take away: its headers may be older than the kernel.
  struct {
    __u64 files, connections, scoped;
  } all = {version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version == 2 ? 0x3fff : 0x1fff, version >= 4 ? 3 : 0,
           version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int rules = (int)syscall(__NR_landlock_create_ruleset, &all, size, 0);
  if (rules < 0) return false;
  const char *fonts[] = {"/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
                         "/var/cache/fontconfig"};
  for (size_t i = 0; i < COUNT(fonts); i++) allow_reading(rules, fonts[i]);
  allow_reading_below(rules, "XDG_DATA_HOME", ".local/share", "fonts");
  allow_reading_below(rules, "XDG_CACHE_HOME", ".cache", "fontconfig");
  bool is_restricted = !syscall(__NR_landlock_restrict_self, rules, 0);
  close(rules);
  return is_restricted;
}

// MARK: System calls

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(answer) BPF_STMT(BPF_RET | BPF_K, answer)
#define FAILURE(error) (SECCOMP_RET_ERRNO | (error))
#define ON(name, answer) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ANSWER(answer)
#define ALLOW(name) ON(name, SECCOMP_RET_ALLOW)
#define REFUSE(name, error) ON(name, FAILURE(error))
#define FONTS(name) ON(name, has_fonts ? SECCOMP_RET_ALLOW : FAILURE(ENOENT))
// Of a call's argument that is loaded.
#define IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ANSWER(SECCOMP_RET_ALLOW)

static bool leave_only_decoding(bool has_fonts) {
  // A call that is not listed does not exist: a newer C library then falls back to one that is.
  struct sock_filter code[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      // What is open.
      ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(recvmsg), ALLOW(lseek), ALLOW(close),
      ALLOW(fstat), ALLOW(ppoll), REFUSE(ioctl, ENOTTY), REFUSE(getpeername, ENOTSOCK),
      // Memory and time.
      ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(clock_gettime), ALLOW(clock_nanosleep),
      ALLOW(gettimeofday), ALLOW(setitimer), ALLOW(getrusage), ALLOW(getrandom), ALLOW(sysinfo),
      // Itself and its threads.
      ALLOW(futex), ALLOW(getpid), ALLOW(gettid), ALLOW(getuid), ALLOW(geteuid), ALLOW(sched_yield),
      ALLOW(sched_getaffinity), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(rt_sigaction), ALLOW(sigaltstack),
      ALLOW(set_robust_list), ALLOW(rseq), ALLOW(membarrier), ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group),
      REFUSE(prlimit64, EPERM), REFUSE(prctl, EPERM), REFUSE(sched_setscheduler, EPERM), REFUSE(uname, EPERM),
      // No memory becomes code.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 4),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      ANSWER(FAILURE(EACCES)),
      ANSWER(SECCOMP_RET_ALLOW),
      // Threads, but no processes. The newer call hides its flags from this list.
      REFUSE(clone3, ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(FAILURE(EPERM)),
      // Others of this call send signals.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fcntl, 0, 12),
      LOAD(args[1]),
      IF(F_GETFD), IF(F_SETFD), IF(F_GETFL), IF(F_DUPFD), IF(F_DUPFD_CLOEXEC),
      ANSWER(FAILURE(EPERM)),
      // Fonts, to read. What else libraries look for, they can do without.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH, 0, 1),
      ANSWER(FAILURE(ENOENT)),
      ANSWER(has_fonts ? SECCOMP_RET_ALLOW : FAILURE(ENOENT)),
      FONTS(newfstatat), FONTS(statx), FONTS(faccessat), FONTS(faccessat2), FONTS(statfs), FONTS(fstatfs),
      FONTS(getdents64), FONTS(pread64), REFUSE(readlinkat, ENOENT), REFUSE(getcwd, ENOENT),
#ifdef __NR_open
      ALLOW(poll), REFUSE(open, ENOENT), FONTS(stat), FONTS(lstat), FONTS(access),
      REFUSE(readlink, ENOENT),
#endif
      ANSWER(FAILURE(ENOSYS)),
  };
  struct sock_fprog program = {COUNT(code), code};
  return !syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

bool vitrine_decoder_lock(void) {
  // Ten minutes of the processor: more than pictures need before the next pause, and the end of one that a picture
  // has taken over, which can stay when its program is gone.
  struct rlimit nothing = {0, 0}, minutes = {600, 600};
  bool is_held = !prctl(PR_SET_DUMPABLE, 0) && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
                 !setrlimit(RLIMIT_FSIZE, &nothing) && !setrlimit(RLIMIT_CORE, &nothing) &&
                 !setrlimit(RLIMIT_CPU, &minutes) &&
                 !syscall(__NR_close_range, 3, ~0u, 0);
  return leave_only_decoding(leave_only_fonts()) && is_held;
}

#else

bool vitrine_decoder_lock(void) { return false; }

#endif

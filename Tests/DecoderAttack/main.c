// SPDX-License-Identifier: Apache-2.0
// For tests: what somebody would try who has taken over the process that decodes pictures, behind its lock.
// One line for each attempt: what was tried, and how that went.
//   DecoderAttack [--without-landlock] SECRET NEW_FILE    SECRET can be read, NEW_FILE is not there
//   DecoderAttack --without-seccomp COMMAND…              runs a command that cannot lock itself in

#define _GNU_SOURCE
#include "decoder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// As on a kernel that does not have the call.
static void take_away(int call) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program))
    _exit(3);
}

static void tried(const char *what, long result) {
  char line[200];
  int length = snprintf(line, sizeof line, "%s: %s\n", what, result < 0 ? strerror(errno) : "WORKED");
  if (write(1, line, (size_t)length) != length) _exit(4);
}

static void attack(const char *secret, const char *new_file, int kept) {
  char memory[64], byte;
  snprintf(memory, sizeof memory, "/proc/%d/mem", getppid());
  tried("read a file", open(secret, O_RDONLY));
  tried("read a file by an older call", syscall(__NR_openat, AT_FDCWD, secret, O_RDONLY));
  tried("find a file by its path alone", open(secret, O_PATH));
  tried("read what was open", read(kept, &byte, 1));
  tried("open the picture's directory", open(".", O_RDONLY | O_DIRECTORY));
  tried("read another process's memory", open(memory, O_RDONLY));
  tried("read its own environment", open("/proc/self/environ", O_RDONLY));
  tried("create a file", open(new_file, O_RDWR | O_CREAT, 0600));
  tried("open a file to write", open(secret, O_WRONLY));
  tried("remove a file", unlink(secret));
  tried("rename a file", rename(secret, new_file));
  tried("make a directory", mkdirat(AT_FDCWD, new_file, 0700));
  tried("make a link", symlinkat(secret, AT_FDCWD, new_file));
  tried("open a connection", socket(AF_INET, SOCK_STREAM, 0));
  tried("call the bus", socket(AF_UNIX, SOCK_STREAM, 0));
  tried("make a pair of sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0}));
  // Without stopping it, should that work.
  tried("trace its parent", ptrace(PTRACE_SEIZE, getppid(), 0, 0));
  tried("read its parent", syscall(__NR_process_vm_readv, getppid(), 0, 0, 0, 0, 0));
  tried("signal its parent", kill(getppid(), 0));
  tried("have a signal sent", fcntl(0, F_SETOWN, getppid()));
  tried("start a program", execl("/bin/sh", "sh", "-c", "exit", NULL));
  tried("become two", syscall(__NR_clone, SIGCHLD, 0, 0, 0, 0));
  tried("make memory code", (long)mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tried("make a page code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
  tried("make a file in memory", syscall(__NR_memfd_create, "x", 0));
  tried("get a namespace", unshare(CLONE_NEWUSER));
  tried("ask io_uring", syscall(__NR_io_uring_setup, 1, 0));
  tried("load a program into the kernel", syscall(__NR_bpf, 0, 0, 0));
  tried("watch files", syscall(__NR_inotify_init1, 0));
  tried("type into a terminal", ioctl(0, 0x5412, "x"));
}

int main(int count, char **words) {
  if (count > 2 && !strcmp(words[1], "--without-seccomp")) {
    take_away(__NR_seccomp);
    execv(words[2], words + 2);
    return 5;
  }
  if (count > 1 && !strcmp(words[1], "--without-landlock")) {
    take_away(__NR_landlock_create_ruleset);
    words++, count--;
  }
  if (count != 3) return 2;
  int kept = open(words[1], O_RDONLY);
  if (!vitrine_decoder_lock()) return 1;
  attack(words[1], words[2], kept);
}

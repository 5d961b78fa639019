// SPDX-License-Identifier: Apache-2.0
// The end of a decoder whose program is gone. Between two pictures it notices by itself; while it decodes one,
// which may take for ever, it has to be interrupted.

#define _GNU_SOURCE
#include "decoder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void leave_if_alone(int signal) {
  (void)signal;
  int error = errno;
  // Asked for nothing, it reports the other end's close alone.
  struct pollfd program = {.fd = STDIN_FILENO};
  if (poll(&program, 1, 0) > 0) _exit(0);
  errno = error;
}

void vitrine_decoder_leave_when_alone(void) {
  struct sigaction action = {.sa_handler = leave_if_alone, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  // The thread that started this process blocks most signals, and a child gets that, too.
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &alarms, NULL);
  struct itimerval each_second = {{1, 0}, {1, 0}};
  setitimer(ITIMER_REAL, &each_second, NULL);
}

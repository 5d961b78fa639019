// SPDX-License-Identifier: Apache-2.0
// Files by descriptor: whoever gets one can read that file and need not be able to open any.

#include "decoder.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Aligned as the kernel's macros demand.
typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
} Control;

bool vitrine_descriptor_send(int socket, const void *bytes, size_t count, int descriptor) {
  Control control = {.bytes = {0}};
  struct iovec piece = {(void *)bytes, count};
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

int vitrine_descriptor_receive(int socket, void *bytes, size_t count) {
  Control control;
  struct iovec piece = {bytes, count};
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  struct cmsghdr *header = received < 0 ? NULL : CMSG_FIRSTHDR(&message);
  int descriptor = -1;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  if (received == (ssize_t)count || descriptor < 0) return received == (ssize_t)count ? descriptor : -1;
  close(descriptor);
  return -1;
}

// SPDX-License-Identifier: Apache-2.0
// A disk for SQLite that can be told to fail, for tests alone: it passes every call on to the real
// one, counts those that change something, and fails from the one it was told to. While it is
// installed, connections that are opened use it.
#pragma once

enum faulty_disk_fault {
  /// The one call fails, as when a cable was loose.
  FAULTY_DISK_ERROR_ONCE,
  /// There is no more room from that call on, until the fault is taken back.
  FAULTY_DISK_FULL,
  /// Nothing reaches the disk from that call on, as when the process was killed there.
  FAULTY_DISK_DEAD,
  /// The same, but half of what the call writes has reached it.
  FAULTY_DISK_TORN,
};

/// Makes this disk the one that SQLite uses. The log of a catalogue must only be written, and its
/// file only be checkpointed into, while `lock`, beside it, is held by somebody's flock; NULL
/// leaves that unwatched. Returns 0, or SQLite's error.
int faulty_disk_install(const char *lock);
/// Gives SQLite its own disk back. Every connection that was opened meanwhile must be closed.
void faulty_disk_remove(void);

/// From the call of this number on, counted from 1 and from now.
void faulty_disk_fail(int call, enum faulty_disk_fault fault);
/// All is well again. Returns how many calls changed something since `faulty_disk_fail`.
int faulty_disk_heal(void);
/// How many times the catalogue was written to without anybody holding the lock.
int faulty_disk_unlocked_writes(void);

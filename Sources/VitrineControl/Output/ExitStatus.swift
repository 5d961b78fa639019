// SPDX-License-Identifier: Apache-2.0
// How a call ended, for a script.

import Wording

enum ExitStatus: Int32, CaseIterable {
  case fine = 0
  /// A problem was found, or the command failed.
  case failed = 1
  case usage = 2
  /// A product has changed since the revision that an edit was based on.
  case conflict = 3
  /// A list can mean two things, and nobody said which.
  case question = 4
  /// Stopped with Ctrl-C: 128 plus the number of the signal, as in shells.
  case stopped = 130
  /// Ended by another program: likewise, of SIGTERM.
  case terminated = 143
  /// Nobody reads the output any more: likewise, of SIGPIPE.
  case readerGone = 141

  /// What it means, for help and manual.
  var meaning: String {
    switch self {
    case .fine: tr("success", context: "meaning of an exit status")
    case .failed: tr("a problem was found, or the command failed")
    case .usage: tr("the command line was not understood")
    case .conflict: tr("what was to be changed or undone has been changed since; nothing was done")
    case .question: tr("the list to import leaves a question open; nothing was imported")
    case .stopped: tr("stopped with Ctrl-C; nothing was changed")
    case .terminated: tr("ended by a signal from another program; nothing was changed")
    case .readerGone: tr("the reader of the output is gone")
    }
  }
}

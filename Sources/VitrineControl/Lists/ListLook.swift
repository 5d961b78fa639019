// SPDX-License-Identifier: Apache-2.0
// What of a list is printed.

struct ListLook: Sendable {
  /// As named by `--columns`; nil for the usual ones.
  var columns: [String]?
  var limit = Int.max
  /// Whether the passages that a search found are printed, too.
  var hasSnippets = false
}

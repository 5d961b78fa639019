// SPDX-License-Identifier: Apache-2.0
// What became of a catalogue into which another program had put something: a copy of what is ours.

import Foundation

/// What was copied, and what was not.
public struct OwnCopy: Sendable, Equatable {
  public var products = 0
  /// The tables, indexes, views and triggers of another program, and those of ours that it had changed: the copy has
  /// none of the former, and has the latter as they should be.
  public var foreignParts: [String] = []
  /// How many rows were not as ours can be.
  public var rowsLeftOut = 0
  /// Our tables that it had changed so much that they could not be read.
  public var tablesLeftOut: [String] = []
  /// How many pictures are missing or altered.
  public var picturesMissing = 0
  /// Whether what can be undone and redone came along.
  public var hasHistory = true
  /// Where the file is now that was in its place; nil if it is where it was.
  public var setAside: URL?
}

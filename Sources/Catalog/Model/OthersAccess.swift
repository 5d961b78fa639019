// SPDX-License-Identifier: Apache-2.0
// What other people on this computer can do with the catalogue's files, as a fact: the module `Wording` makes the sentence.

/// What other people can do with the catalogue's files.
public enum OthersAccess: String, Sendable, Codable, Equatable {
  case mayRead
  /// And put other files in their place.
  case mayWrite
}

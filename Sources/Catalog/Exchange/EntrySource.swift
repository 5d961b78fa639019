// SPDX-License-Identifier: Apache-2.0
// Where an import gets its products from. A format is one conformer of this protocol: it reads its
// files, and says where something is wrong in them. `Import` does the rest, the same for all of them.

import Foundation

/// Products in a format of some program.
///
/// An import reads a source to its end before it takes the catalogue's lock, and once more under the
/// lock if it is too large to keep in memory. The source is used by one thread at a time. An import that
/// is stopped does not wait for `next`.
public protocol EntrySource: Sendable {
  /// What messages call it: the file as the user knows it.
  var name: String { get }

  /// Whether it may change products that are there. If not, all it has are new: that is much faster.
  var changesProducts: Bool { get }

  /// What is kept of a source of lists in the same step; nil if nothing is.
  var memory: ListMemory? { get }

  /// How the catalogue was when what it has was compared with it; nil if it was not.
  var state: CatalogState? { get }

  /// The next items, some hundreds at a time; none at the end. An error means that the source can't be
  /// read: nothing is imported.
  func next() throws -> [ImportedItem]

  /// Begins again with the first item.
  func rewind() throws

  /// The picture that an entry calls by this name. It is asked for once or twice, in any order, possibly
  /// while another thread reads items ahead. Throws `CatalogError.picture` if there is none.
  func picture(_ name: String) throws -> PictureSource
}

extension EntrySource {
  public var changesProducts: Bool { true }
  public var memory: ListMemory? { nil }
  public var state: CatalogState? { nil }
}

/// What a source has in one place, such as a line of a file or a row of a table.
public struct ImportedItem: Sendable {
  public enum Content: Sendable {
    case entry(ImportedEntry)
    /// The definition of a custom field. The entries that follow may have values in it.
    case field(CustomField)
    /// What is here can't be used: a `LineProblem`, an `InvalidValue` or a `CatalogError.picture`. The
    /// items that follow are still checked.
    case refused(any Error)
  }

  /// The number of the line or row, counted from 1, for messages.
  public let line: Int
  public let content: Content
  /// How much of the source has been read, from 0 to 1; nil if its size is not known.
  public let fraction: Double?
  /// In bytes. It takes about twice as much memory.
  public let length: Int

  public init(line: Int, content: Content, fraction: Double?, length: Int) {
    self.line = line
    self.content = content
    self.fraction = fraction
    self.length = length
  }
}

// SPDX-License-Identifier: Apache-2.0
// Reads the tables of a file, row by row, with little of it in memory. A format is one conformer; what
// its rows mean is found out elsewhere, the same for all of them.

/// The tables of one file. One thread at a time uses it.
public protocol TableReader: AnyObject, Sendable {
  /// The sheets of a spreadsheet in the order of its tabs; one table for a text.
  var tables: [TableDescription] { get }

  /// Begins, or begins again, with the first row of this table.
  func open(_ table: Int) throws

  /// The next rows, some hundreds at a time; none at the end. An error means that the file can't be
  /// read: nothing of it is used.
  func nextRows() throws -> [TableRow]

  /// How much of the open table has been read, from 0 to 1; nil if its size is not known.
  var fraction: Double? { get }

  /// Whether numbers that are days count from 1904, as on old Macs.
  var countsFrom1904: Bool { get }

  /// How many characters were left away that the format of the file forbids.
  var dropped: Int { get }
}

extension TableReader {
  public var countsFrom1904: Bool { false }
  public var dropped: Int { 0 }
}

/// What can be told of a table without reading it.
public struct TableDescription: Sendable, Equatable {
  /// Of a sheet; empty if the format gives tables no name.
  public var name: String
  /// A sheet that its program does not show.
  public var isHidden: Bool

  public init(name: String = "", isHidden: Bool = false) {
    self.name = name
    self.isHidden = isHidden
  }
}

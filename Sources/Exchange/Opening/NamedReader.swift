// SPDX-License-Identifier: Apache-2.0
// Puts the name of the file into the errors of its reader, which knows only bytes.

final class NamedReader: TableReader {
  private let reader: any TableReader
  private let file: String

  init(_ reader: any TableReader, file: String) {
    self.reader = reader
    self.file = file
  }

  var tables: [TableDescription] { reader.tables }
  var fraction: Double? { reader.fraction }
  var countsFrom1904: Bool { reader.countsFrom1904 }
  var dropped: Int { reader.dropped }

  func open(_ table: Int) throws { try named { try reader.open(table) } }

  func nextRows() throws -> [TableRow] { try named { try reader.nextRows() } }

  private func named<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as UnreadableFile {
      throw ForeignFileError(file: file, problem: problem)
    }
  }
}

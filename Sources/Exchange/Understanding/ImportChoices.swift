// SPDX-License-Identifier: Apache-2.0
// What a person decided about a list: all that is not found out. It is kept with a source.

import Foundation

public struct ImportChoices: Sendable, Equatable, Codable {
  /// The column for a field, by their names; an empty one leaves the field out.
  public var mapping: [String: String] = [:]
  /// Answers to questions, by the name of the column.
  public var answers: [String: [String]] = [:]
  /// The fields that tell which product a row is; found out if there are none.
  public var key: [String] = []
  /// The sheet, from 1, or by its name.
  public var sheet: String?
  /// The row with the names of the columns, as the table numbers it; 0 for none. It is found out if it is nil.
  public var headRow: Int?
  /// Columns that nothing is taken from, by their names.
  public var leftOut: [String] = []

  public init() {}

  /// Instead of the key that a source remembers: it is found out again.
  public static let foundKey = [""]

  /// What was said of a column: whole answers, and their parts.
  func answers(of place: Int, among names: [String]) -> [String] {
    let given = answers.filter { ColumnAssignment.place(of: $0.key, in: names) == place }
      .flatMap(\.value)
    return given + given.flatMap { $0.split(separator: ",").map { String($0).trimmed } }
  }

  /// With the names of columns where a person said their letters or numbers: in the next list, other columns have these.
  func named(by names: [String]) -> ImportChoices {
    func name(of column: String) -> String {
      guard !column.isEmpty, let place = ColumnAssignment.place(of: column, in: names) else {
        return column
      }
      return names[place]
    }
    var choices = self
    choices.mapping = mapping.mapValues(name)
    choices.leftOut = leftOut.map(name)
    choices.answers = Dictionary(
      answers.map { ($0.key == ColumnQuestion.gone ? $0.key : name(of: $0.key), $0.value) },
      uniquingKeysWith: +)
    return choices
  }

  /// What is missing is found out.
  public init(from decoder: any Decoder) throws {
    let saved = try decoder.container(keyedBy: CodingKeys.self)
    mapping = try saved.decodeIfPresent([String: String].self, forKey: .mapping) ?? [:]
    answers = try saved.decodeIfPresent([String: [String]].self, forKey: .answers) ?? [:]
    key = try saved.decodeIfPresent([String].self, forKey: .key) ?? []
    sheet = try saved.decodeIfPresent(String.self, forKey: .sheet)
    headRow = try saved.decodeIfPresent(Int.self, forKey: .headRow)
    leftOut = try saved.decodeIfPresent([String].self, forKey: .leftOut) ?? []
  }
}

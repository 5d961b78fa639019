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

  public init() {}
}

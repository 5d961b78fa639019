// SPDX-License-Identifier: Apache-2.0
// What a hub could not merge, told so that somebody can decide it: which product, which field, and both values as they
// would be typed.

import Foundation

public struct HubDecision: Sendable, Equatable {
  public enum Subject: Sendable, Equatable {
    /// A field by its name; “notes”, “pictures” or what kind of row it is.
    case field(String)
    /// All of something: one has removed it, the other has changed it.
    case whole(String)
    /// A step that could not be carried out, with the server's reason. It can only be left.
    case refused(String)
  }

  public let id: Int
  /// Whose change did not get in.
  public let member: String
  public let subject: Subject
  public let product: UUID?
  public let title: String?
  /// What did not get in; nil if it is empty or removed.
  public let mine: String?
  /// What is there; nil if it is empty or gone.
  public let theirs: String?
  /// Whether what did not get in was to remove it.
  public var mineIsGone = false
  /// Whether there is nothing left of it.
  public var theirsIsGone = false
  /// How many did not get in, if something was counted.
  public let counted: String?
}

extension HubDecision {
  /// What these questions are about, by what a catalogue knows.
  static func all(_ questions: [HubQuestion], on connection: Connection) throws -> [HubDecision] {
    guard !questions.isEmpty else { return [] }
    let texts = try RowTexts(on: connection)
    return questions.map { HubDecision($0, texts) }
  }

  private init(_ question: HubQuestion, _ texts: RowTexts) {
    (id, member) = (question.id, question.member)
    guard let kind = question.kind, let row = question.row else {
      subject = .refused(question.field ?? "")
      (product, title, mine, theirs, counted) = (nil, nil, question.mine, nil, nil)
      return
    }
    let name = SharedName(kind: kind, row: row)
    let columns = question.field.map { [$0] }
    let (mine, theirs) = (HubValues(question.mine), HubValues(question.theirs))
    (mineIsGone, theirsIsGone) = (question.mine == nil, question.theirs == nil)
    let owner =
      RowTexts.product(of: name, mine?.values) ?? RowTexts.product(of: name, theirs?.values)
    product = owner.flatMap { UUID(uuidString: $0) }
    title = question.title ?? owner.flatMap { texts.title($0) }
    let field = texts.fieldName(of: name, columns)
    subject = question.field == nil ? .whole(field ?? kind) : .field(field ?? kind)
    self.mine = mine.flatMap { texts.text(of: name, columns, in: $0.values) }
    self.theirs = theirs.flatMap { texts.text(of: name, columns, in: $0.values) }
    counted = mine?.added["stock"].map { DecimalNumber(millionths: $0).text }
  }
}

/// The fields of a row as the hub has them in a question.
private struct HubValues {
  var values: StepPatch.Values = [:]
  var added: [String: Int64] = [:]

  init?(_ json: String?) {
    guard let json else { return nil }
    var reader = JSONReader(Array(json.utf8))
    var (values, added): (StepPatch.Values, [String: Int64]) = ([:], [:])
    do {
      try reader.object { reader, column in
        if column == "add" {
          added = try reader.rowValues().compactMapValues {
            if case .integer(let count) = $0 { count } else { nil }
          }
        } else if reader.null() {
          values[column] = .some(nil)
        } else {
          values[column] =
            try reader.isAtText ? .text(reader.string()) : .integer(Int64(reader.integer()))
        }
      }
    } catch { return nil }
    (self.values, self.added) = (values, added)
  }
}

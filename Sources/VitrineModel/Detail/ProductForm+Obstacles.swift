// SPDX-License-Identifier: Apache-2.0
// What keeps a form from being saved: fields with a problem, and those that were changed elsewhere.

import Catalog
import Foundation
import Wording

extension ProductForm {
  /// Whether Done can succeed.
  public var isReady: Bool { obstacle == nil }

  /// The first thing that keeps Done from succeeding.
  public var obstacle: (field: Field, sentence: String)? {
    fields.lazy.compactMap { [self] in obstacle(in: $0) }.first
  }

  /// In how many fields something keeps Done from succeeding.
  public var obstacleCount: Int { fields.count { obstacle(in: $0) != nil } }

  /// Whether some of them are to be seen: a form in which nothing was typed yet is not full of mistakes.
  public var showsObstacles: Bool {
    fields.contains { conflict(in: $0.id) != nil || problem(of: $0.id) != nil }
  }

  /// Says at each field what is wrong there, also where nothing was typed yet.
  public func showObstacles() {
    for field in fields where !visited.contains(field.id) && error(in: field) != nil {
      visited.insert(field.id)
      changed.notify(.field(field.id))
    }
  }

  /// How something was understood that can be typed in more than one way.
  public func remark(on id: Field) -> String? {
    let text = text(of: id)
    guard id == .category, text.contains(where: { ">›".contains($0) }), problem(of: id) == nil,
      let path = try? CategoryPath(typed: text), let name = path.components.last,
      let parent = path.parent
    else { return nil }
    return tr("“%1$@” inside “%2$@”", name, parent.displayText)
  }

  public func label(of id: Field) -> String { fields.first { $0.id == id }?.label ?? "" }

  private func obstacle(in field: FormField) -> (field: Field, sentence: String)? {
    if conflict(in: field.id) != nil {
      return (field.id, tr("%@: changed elsewhere", field.label))
    }
    guard let error = error(in: field) else { return nil }
    let namesIt = error.contains("“\(field.label)”")
    return (field.id, namesIt ? error : tr("%1$@: %2$@", field.label, error))
  }
}

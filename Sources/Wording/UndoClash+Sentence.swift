// SPDX-License-Identifier: Apache-2.0
// What an undo would overwrite that something else has changed since, as sentences.

import Catalog

extension UndoClash {
  public var sentence: String {
    let beginning =
      isUndo
      ? tr("“%@” is not undone: what it changed has been changed since.", command.name)
      : tr("“%@” is not redone: what it changed has been changed since.", command.name)
    return ([beginning] + lines).joined(separator: "\n")
  }

  /// The first of the values that would be overwritten, as they are and as they would be.
  public var lines: [String] {
    let shown = differences.prefix(Self.most)
    let rest = count - shown.count
    return shown.map(\.sentence)
      + (rest > 0 ? [tr("and 1 more", "and %@ more", count: rest)] : [])
  }

  private static let most = 5
}

extension UndoClash.Difference {
  fileprivate var sentence: String {
    let title = product ?? tr("the catalogue")
    switch part {
    case .field(let id, let kind, let custom):
      let name = custom ?? StepRefusal.label(of: id.text)
      return tr(
        "%1$@ of “%2$@”: now “%3$@”, would become “%4$@”", name, title, text(of: now, as: kind),
        text(of: then, as: kind))
    case .notes: return tr("Notes of “%@”", title)
    case .pictures: return tr("Photos of “%@”", title)
    case .other: return tr("Something else of “%@”", title)
    }
  }

  private func text(of value: FieldValue?, as kind: FieldKind) -> String {
    value.map { kind.text(of: $0) } ?? tr("nothing", context: "a value of a field that is empty")
  }
}

// SPDX-License-Identifier: Apache-2.0
// What a decision is about, and what there is to choose between, in words.

import Catalog
import Wording

extension HubDecision {
  /// “Mango · Title”.
  public var titleText: String {
    let name = title?.amongOthers
    switch subject {
    case .whole("product"): return name ?? ""
    case .field(let field), .whole(let field):
      return [title, Self.label(of: field)].compactMap(\.self).inOneLine
    case .refused: return tr("A change that was refused")
    }
  }

  /// A hub has more than products.
  static func label(of field: String) -> String {
    switch field {
    case "notes": tr("Notes", context: "what a product has")
    case "pictures": tr("Photos", context: "what a product has")
    case "head", "taken", "options": tr("Variants", context: "what a product has")
    case "deleted": tr("Trash", context: "whether a product is in it")
    case "saved_search": tr("Saved Searches")
    case "template": tr("Template", context: "what new products of a category begin with")
    case "field", "values": tr("Custom Fields")
    default: ProductField.all.first { $0.name == field }?.label ?? field
    }
  }

  /// Both values in one line.
  public var shortText: String { tr("%1$@ or %2$@", quoted(mineText), quoted(theirsText)) }

  private func quoted(_ text: String) -> String {
    tr("“%@”", text)
  }

  /// Above what did not get in.
  public var mineHead: String { tr("From %@, not taken over", member.printable()) }

  public var theirsHead: String {
    if case .refused = subject { return tr("Why", context: "above the reason of a refusal") }
    return tr("In the catalogue now")
  }

  /// What did not get in.
  public var mineText: String {
    if let counted {
      return counted.hasPrefix("-")
        ? tr("%@ fewer", String(counted.dropFirst()))
        : tr("%@ more", counted)
    }
    return shown(mine) ?? nothing(mineIsGone)
  }

  /// What is there.
  public var theirsText: String {
    if case .refused(let reason) = subject { return reason.printable() }
    return shown(theirs) ?? nothing(theirsIsGone)
  }

  /// A description may be as long as a book, and stands beside another one.
  private static let most = 20_000

  private func shown(_ text: String?) -> String? {
    text.map { $0.shortened(to: Self.most).printable() }
  }

  private func nothing(_ isGone: Bool) -> String {
    if case .whole = subject {
      return isGone
        ? tr("removed", context: "the value of something in a list: it is not there")
        : tr("changed", context: "the value of something in a list: nobody can say it in words")
    }
    return tr("nothing", context: "a value of a field that is empty")
  }

  /// Whether what did not get in can.
  public var canTakeMine: Bool { if case .refused = subject { false } else { true } }
}

// SPDX-License-Identifier: Apache-2.0
// What becomes of a form when its product is changed elsewhere: what nobody touched here follows, texts go together where
// that is clear, and the rest is asked about.

import Catalog

extension ProductForm {
  /// The value the field was given elsewhere while it was being edited here.
  public func conflict(in field: Field) -> String? { theirs[field] }

  /// Resolves a conflict with the value from elsewhere, or with the one typed here.
  public func resolve(_ field: Field, takingTheirs: Bool) {
    guard let theirText = theirs.removeValue(forKey: field) else { return }
    edits += 1
    if takingTheirs { typed[field] = theirText }
    was[field] = theirText
    changed.notify(.field(field))
    categoryMayHaveChanged()
    if field == .unit { convertAmounts() }
  }

  /// The product changed elsewhere: untouched fields follow, edited ones become conflicts.
  public func rebase(onto product: Product) {
    // A field that becomes one of another kind changes its values, and no revision.
    guard product != base else { return }
    base = product
    baseRevision = product.revision
    isNew = false
    for (field, now) in texts(of: product) {
      let before = was[field]
      if let own = sent[field], isSame(now, own, in: field) {
        if typed[field] == own { typed[field] = now }
        was[field] = now
        theirs[field] = nil
      } else if typed[field] == before || isSame(now, text(of: field), in: field) {
        typed[field] = now
        was[field] = now
        theirs[field] = nil
      } else if !putTogether(now, in: field) {
        theirs[field] = now == before ? nil : now
      }
      changed.notify(.field(field))
    }
    categoryMayHaveChanged()
  }

  /// Texts of many lines go together if different ones were changed; the caret stays where it was in what is written.
  private func putTogether(_ now: String, in field: Field) -> Bool {
    guard byID[field]?.kind == .text, sent[field] == nil, let before = was[field],
      let whole = TextsByLines(mine: text(of: field), theirs: now, since: before)
    else { return false }
    typed[field] = whole.text
    was[field] = now
    theirs[field] = nil
    if focus == field, let (anchor, caret) = selection {
      selection = (whole.place(anchor), whole.place(caret))
    }
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0
// Which rows two copies are to have: a product that one of them has erased, with all that belongs to it, or a note that
// one of them has moved to another product.

extension CopyDecision {
  func families(of touched: TouchedRows) -> Set<String> {
    Set(touched.names.compactMap(owner))
  }

  /// The product that a row belongs to.
  func owner(of name: SharedName) -> String? {
    switch name.kind {
    case "product", SharedPatch.tags: return name.row
    case "product_value": return name.row.split(separator: "/").first.map(String.init)
    default:
      guard case .text(let owner)?? = ((theirs[name] ?? nil) ?? mine[name])?.values["product"]
      else { return mineOwners[name] }
      return owner
    }
  }

  /// What was moved there into a product that is not to be here stays where it is here.
  mutating func keepElsewhere(_ name: SharedName) {
    guard let here = mine[name]?.values["product"]??.text, !gone.contains(here) else { return }
    set(isThere: true, name, isAnswer: false)
    targets[name]?.taken["product"] = .some(.text(here))
    decided.addWhole(name)
  }

  /// What was moved here into a product that is not to be here goes where it is there.
  mutating func bringElsewhere(_ name: SharedName) {
    guard let here = mine[name]?.values["product"]??.text, gone.contains(here),
      let there = (theirs[name] ?? nil)?.values["product"] ?? nil
    else { return }
    take(["product": there], name)
    decided.addWhole(name)
  }

  mutating func decideFate(
    of name: SharedName, _ families: (mine: Set<String>, theirs: Set<String>)
  ) {
    let (here, there) = (mine[name], theirs[name] ?? nil)
    guard (here == nil) != (there == nil) else {
      if here == nil {
        gone.insert(name.row)
        // A step may have arrived that made it, and another did not that erased it.
        if theirTouched.touches(name) { set(isThere: false, name, isAnswer: false) }
      }
      return
    }
    let isMine = here == nil ? mineTouched.isWhole(name) : families.mine.contains(name.row)
    let isTheirs = there == nil ? theirTouched.isWhole(name) : families.theirs.contains(name.row)
    var (takes, isAnswer) = (isTheirs, false)
    if isMine == isTheirs {
      let title = here ?? there
      guard
        let answer = answer(
          CopyQuestion(
            name, title: title?.values["title"]??.text, field: nil,
            mine: here?.values["title"]??.text, theirs: there?.values["title"]??.text))
      else {
        // Of what belongs to it, nobody is asked before that is known.
        gone.insert(name.row)
        return
      }
      decided.addWhole(name)
      (takes, isAnswer) = (answer == .theirs, true)
    }
    switch (takes, there == nil) {
    case (true, true):
      set(isThere: false, name, isAnswer: isAnswer)
      gone.insert(name.row)
    case (true, false): coming[name.row] = isAnswer
    case (false, true):
      // As it was before it was removed there.
      if isAnswer {
        set(isThere: true, name, isAnswer: true)
        staying.insert(name.row)
      }
    case (false, false):
      if isAnswer { set(isThere: false, name, isAnswer: true) }
      gone.insert(name.row)
    }
  }

  mutating func decideExistence(of name: SharedName) {
    let (here, there) = (mine[name], theirs[name] ?? nil)
    guard (here == nil) != (there == nil) else {
      let isLeft = here == nil && theirTouched.touches(name)
      if isLeft { set(isThere: false, name, isAnswer: false) }
      return
    }
    let isMine = here == nil ? mineTouched.isWhole(name) : mineTouched.touches(name)
    let isTheirs = there == nil ? theirTouched.isWhole(name) : theirTouched.touches(name)
    if isMine != isTheirs {
      if isTheirs { set(isThere: there != nil, name, isAnswer: false) }
      return
    }
    let answer = answer(
      CopyQuestion(
        name, title: title(of: name), field: fieldName(of: name, nil),
        mine: here.flatMap { text(of: name, nil, in: $0.values) },
        theirs: there.flatMap { text(of: name, nil, in: $0.values) }))
    // A step may have arrived that did what is not to be.
    guard let answer else { return }
    decided.addWhole(name)
    set(isThere: (answer == .theirs) == (there != nil), name, isAnswer: true)
  }

  mutating func set(isThere: Bool, _ name: SharedName, isAnswer: Bool) {
    if isAnswer {
      targets[name, default: Target()].isThereByAnswer = isThere
    } else {
      targets[name, default: Target()].isThere = isThere
    }
  }
}

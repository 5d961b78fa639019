// SPDX-License-Identifier: Apache-2.0
// Whether a user can see a node. GTK 4.8 does not say: it marks every widget as visible and none
// as showing, and a page that another has covered keeps its old place. So ask what a pointer at the
// node's place would meet: the pick is the one thing that knows of mapping, clipping and cover.
// GTK from 4.10 on has only mapped widgets in the tree and marks them all as showing; its pick,
// though, meets hidden ones too. There, look for the node in the tree, and for its place.

import CAtspi

extension Accessible {
  /// Whether it is seen: mapped, with an area, uncovered and not scrolled away.
  var isShowing: Bool {
    get throws {
      // A page of a stack is only a role and a name; its child has the place.
      guard let box = try? extents else { return try children.contains { try $0.isShowing } }
      guard !box.isEmpty, let surface = try surface else { return false }
      if surface == self { return try isOpenSurface }
      guard try surface.isOpenSurface else { return false }
      let seen = try part(of: box, seenIn: surface)
      if isMarkedAsShowing {
        // A popover reaches out of its window, and may be no surface of its own in the tree.
        let middle = seen.isEmpty ? box.centre : seen.centre
        return try isInTree && isWithinScrollers(middle)
      }
      guard !seen.isEmpty else { return false }
      if let hit = try surface.node(at: seen.centre) { return try isMet(by: hit) }
      try revealBelow()
      if let hit = try surface.node(at: seen.centre) { return try isMet(by: hit) }
      // The pointer is over something that is not in the tree: the icon of a button, the inside of an
      // entry. It is a part of this node if the node, asked alone, cannot name it either, and what
      // contains the node is showing.
      guard try isWithinScrollers(seen.centre) else { return false }
      let aside = Point(x: seen.x + seen.width / 4, y: seen.y + seen.height / 4)
      let metAside = try surface.node(at: aside).map { try isMet(by: $0) }
      if try node(at: seen.centre) != nil {
        // Or its middle is the very edge of an entry in it, and roundings differ.
        return metAside == true
      }
      // Behind another page, an empty list names nothing either: not everywhere is an icon in front of it.
      if try Role.table.includes(role), metAside == false { return false }
      // Not one whose own middle is scrolled away, as that of a long form is.
      return try ancestors.first { ancestor in
        guard let box = try? ancestor.extents else { return false }
        return try ancestor.isWithinScrollers(box.intersection(try surface.extents).centre)
      }?.isShowing ?? false
    }
  }

  /// Whether a user can get to see it: it shows, or is scrolled out of an area that shows.
  var isReachable: Bool {
    get throws {
      if try isShowing { return true }
      if isMarkedAsShowing, try !isInTree { return false }
      guard let box = try? extents, !box.isEmpty else { return false }
      let area = try ancestors.first { Role.scroller.includes(try $0.role) }
      guard let area, try area.isShowing else { return false }
      return !(try area.extents.contains(box.centre))
    }
  }

  /// Its ancestors, the nearest first, up to its window.
  var ancestors: [Accessible] {
    get throws {
      var found: [Accessible] = []
      while let next = try (found.last ?? self).parent,
        try next.role != ATSPI_ROLE_APPLICATION, found.count < 200
      {
        found.append(next)
      }
      return found
    }
  }

  /// The window or popover it is drawn on, which its coordinates are relative to.
  var surface: Accessible? {
    get throws {
      try ([self] + ancestors).first { try Role.window.includes($0.role) || $0.isPopover }
    }
  }

  /// A closed popover is not in the tree at all.
  private var isOpenSurface: Bool {
    get throws { try isPopover || states.contains(ATSPI_STATE_SHOWING) }
  }

  /// Whether it is of a GTK whose tree has only what is mapped.
  private var isMarkedAsShowing: Bool { states.contains(ATSPI_STATE_SHOWING) }

  /// Whether it, and all that contains it, can still be reached from the top: one may hold a node that
  /// has long been hidden.
  private var isInTree: Bool {
    get throws {
      let path = try [self] + ancestors
      return zip(path, path.dropFirst()).allSatisfy { node, parent in
        // A hidden node has no index, or that of the shown one after it.
        (try? parent.child(at: node.indexInParent)) == node
      }
    }
  }

  /// What of its place is in its window. A row that reaches out of there is cut off before, by the list that scrolls it.
  func part(of box: Rectangle, seenIn surface: Accessible) throws -> Rectangle {
    let within = try box.intersection(surface.extents)
    if within.width == box.width { return within }
    let scrollers = try ancestors.filter { Role.scroller.includes(try $0.role) }
    return try scrollers.reduce(within) { seen, scroller in
      var area = try scroller.extents
      (area.y, area.height) = (seen.y, seen.height)
      return seen.intersection(area)
    }
  }

  /// Whether no area that contains it is scrolled so that `point` of it is outside.
  private func isWithinScrollers(_ point: Point) throws -> Bool {
    try ancestors.prefix { try !($0.isPopover) }.allSatisfy { ancestor in
      try !Role.scroller.includes(ancestor.role) || ancestor.extents.contains(point)
    }
  }

  /// A pick can only name a node that somebody has asked for before.
  private func revealBelow() throws {
    for child in try children { try child.revealBelow() }
  }

  /// Whether `hit`, what is under the pointer at this node's place, counts as it: itself, a part of
  /// it, or what contains it while it is insensitive and lets the pointer through.
  private func isMet(by hit: Accessible) throws -> Bool {
    if try hit == self || hit.ancestors.contains(self) { return true }
    let path = try [self] + ancestors
    guard let end = path.firstIndex(of: hit) else { return false }
    return path[..<end].contains { !$0.states.contains(ATSPI_STATE_SENSITIVE) }
  }
}

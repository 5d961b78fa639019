// SPDX-License-Identifier: Apache-2.0
// The keyboard is never lost. Where what has it goes away (a menu, a message, a row that is deleted), GTK moves on to
// whatever comes next in the window, or leaves the keyboard nowhere; here it returns to the list that it was in, or else to what
// had it before. Whoever gives it to something else with `takeFocus` has decided already.

import CGtk

/// Gives the keyboard of a window back if what had it is gone. Returns whether something that is there has it.
@MainActor
func giveFocusBack(in window: UnsafeMutableRawPointer) -> Bool {
  KeptFocus.of(window)?.giveBack() ?? false
}

/// Marks what the program does with the keyboard as meant, also where GTK has just moved it there by itself.
@MainActor
func movingFocus<Result>(
  to widget: UnsafeMutablePointer<GtkWidget>, _ move: () -> Result
) -> Result {
  focusMoves += 1
  defer {
    focusMoves -= 1
    if let window = gtk_widget_get_root(widget) { KeptFocus.of(Pointer(window))?.moved() }
  }
  return move()
}

@MainActor private var focusMoves = 0

/// The list that a row is in.
private func list(
  around widget: UnsafeMutablePointer<GtkWidget>
) -> UnsafeMutablePointer<GtkWidget>? {
  [gtk_list_view_get_type(), gtk_grid_view_get_type(), gtk_list_box_get_type()].lazy.compactMap {
    gtk_widget_get_ancestor(widget, $0)
  }.first
}

/// What has or had the keyboard, for as long as it exists.
private final class Place {
  // GLib sets it to nil when the widget is gone.
  private let pointer: UnsafeMutablePointer<gpointer?>

  init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: gpointer(widget))
    g_object_add_weak_pointer(UnsafeMutablePointer<GObject>(OpaquePointer(widget)), pointer)
  }

  deinit {
    if let object = pointer.pointee {
      g_object_remove_weak_pointer(object.assumingMemoryBound(to: GObject.self), pointer)
    }
    pointer.deallocate()
  }

  var widget: UnsafeMutablePointer<GtkWidget>? {
    pointer.pointee?.assumingMemoryBound(to: GtkWidget.self)
  }

  /// Whether it can have the keyboard.
  @MainActor var isThere: Bool {
    guard let widget, gtk_widget_is_sensitive(widget) != 0 else { return false }
    return gtk_widget_get_mapped(widget) != 0 || isOutOfSight(widget)
  }

  /// Whether it is in a row that was scrolled out of sight: GTK keeps the one with the keyboard, but does not map it.
  @MainActor private func isOutOfSight(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    var row = widget
    while let parent = gtk_widget_get_parent(row) {
      if isInstance(Pointer(parent), of: gtk_list_base_get_type()) {
        return gtk_widget_get_mapped(parent) != 0 && gtk_widget_get_visible(row) != 0
      }
      guard gtk_widget_get_visible(row) != 0, gtk_widget_get_child_visible(row) != 0 else {
        return false
      }
      row = parent
    }
    return false
  }
}

@MainActor
final class KeptFocus {
  static let key = "vitrine-kept-focus"
  /// The window owns the handler that owns this.
  private let window: UnsafeMutablePointer<GtkWidget>
  /// What had the keyboard when nothing was going on.
  private var settled: Visit?
  /// What had it before, the last first.
  private var before: [Visit] = []
  private var isSettling = false
  /// Whether the program has decided since.
  private var isMeant = false
  /// What had it last in this turn, unless that is open for a while: a list that is clicked open takes it and passes it
  /// on to its rows at once.
  private var opener: Place?

  private struct Visit {
    let place: Place
    /// Rows are used again for other items, so it is the list that the keyboard returns to.
    let list: Place?
    /// What is open for a while has the keyboard before it closes.
    let isInPopover: Bool
  }

  init(window: UnsafeMutablePointer<GtkWidget>) { self.window = window }

  static func of(_ window: UnsafeMutableRawPointer) -> KeptFocus? {
    guard let kept = g_object_get_data(window.assumingMemoryBound(to: GObject.self), key) else {
      return nil
    }
    return Unmanaged<KeptFocus>.fromOpaque(kept).takeUnretainedValue()
  }

  private var focus: UnsafeMutablePointer<GtkWidget>? {
    gtk_root_get_focus(OpaquePointer(window))
  }

  func changed() {
    if let focus, !Self.isInPopover(focus) { opener = Place(focus) }
    if focusMoves > 0 { return moved() }
    guard !isSettling else { return }
    isSettling = true
    // Somebody has moved it, from where it could have stayed.
    let isMoved = settled.map { $0.place.isThere && !$0.isInPopover } ?? true
    // It may go from one to the next and to nowhere, and what had it may be about to go.
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      isSettling = false
      defer { isMeant = false }
      if !isMoved, !isMeant, let settled, !settled.place.isThere, gtk_widget_get_mapped(window) != 0
      {
        giveBack(after: settled)
      }
      settle()
    }
  }

  func moved() {
    isMeant = isSettling
    settle()
  }

  func giveBack() -> Bool {
    if let settled, !settled.place.isThere { giveBack(after: settled) }
    settle()
    return settled?.place.isThere == true
  }

  private func settle() {
    let now = focus
    if let settled, settled.place.widget != now { remember(settled) }
    if let now, Self.isInPopover(now), let opener = opener?.widget { remember(Self.visit(opener)) }
    opener = nil
    settled = now.map { Self.visit($0) }
  }

  private static func visit(_ widget: UnsafeMutablePointer<GtkWidget>) -> Visit {
    Visit(
      place: Place(widget), list: list(around: widget).map { Place($0) },
      isInPopover: isInPopover(widget))
  }

  private static func isInPopover(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_ancestor(widget, gtk_popover_get_type()) != nil
  }

  private func remember(_ visit: Visit) {
    before.removeAll { $0.place.widget == nil || $0.place.widget == visit.place.widget }
    before.insert(visit, at: 0)
    if before.count > Self.most { before.removeLast() }
  }

  /// More than a form has fields: what was there before them is not to be forgotten.
  private static let most = 64

  private func giveBack(after left: Visit) {
    if let list = left.list, list.isThere, let widget = list.widget {
      if let focus, focus == widget || gtk_widget_is_ancestor(focus, widget) != 0 { return }
      if take(widget) { return }
    }
    for visit in before where visit.place.widget != left.place.widget {
      guard let place = visit.list ?? visit.place as Place?, place.isThere,
        let widget = place.widget
      else { continue }
      if widget == focus || take(widget) { return }
    }
  }

  private func take(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    movingFocus(to: widget) {
      gtk_widget_grab_focus(widget) != 0
        || gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Pages of which one is shown. The others ask for no height, so that a short page is not as high as the longest, and need
// not be made before they are shown: most pages of most windows never are.

import CGtk

/// Pages of which one is shown.
@MainActor
public final class Stack: Widget {
  /// Pages that were not shown yet, and the places of those that a switcher has buttons for.
  private var unmade: [String: (make: @MainActor () -> Widget, place: Box?)] = [:]

  /// A stack without pages.
  public init() {
    super.init(fresh: gtk_stack_new())
    gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(opaque, 120)
    // Hidden pages should not request space.
    gtk_stack_set_vhomogeneous(opaque, 0)
    gtk_stack_set_hhomogeneous(opaque, 0)
    // Before the handlers of others.
    connectNotify("visible-child-name") { [weak self] in
      if let self { make(visibleName) }
    }
  }

  /// `title`: what a switcher shows for the page.
  public func add(_ child: Widget, name: String, title: String? = nil) {
    if let title {
      gtk_stack_add_titled(opaque, child.widget, name, title.asTitle)
    } else {
      gtk_stack_add_named(opaque, child.widget, name)
    }
  }

  /// A page that is made when it is shown for the first time. The first page should not be such a one: GTK shows it.
  public func add(
    name: String, title: String? = nil, making make: @escaping @MainActor () -> Widget
  ) {
    let place = title.map { title in
      let place = Box(.vertical)
      add(place, name: name, title: title)
      return place
    }
    unmade[name] = (make, place)
  }

  /// Whether a switcher has a button for a page.
  public func offer(_ name: String, _ isOffered: Bool) {
    guard let child = gtk_stack_get_child_by_name(opaque, name) else { return }
    // Borrowed from the stack.
    gtk_stack_page_set_visible(gtk_stack_get_page(opaque, child), isOffered ? 1 : 0)
  }

  /// Whether a page has been shown, or was there from the beginning.
  public func hasMade(_ name: String) -> Bool { unmade[name] == nil }

  private func make(_ name: String) {
    guard let (make, place) = unmade.removeValue(forKey: name) else { return }
    let page = make()
    if let place {
      place.append(page.expand(horizontally: true, vertically: true))
    } else {
      add(page, name: name)
    }
  }

  /// The name of the page that is shown.
  public var visibleName: String {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
    set {
      guard newValue != visibleName else { return }
      make(newValue)
      blockingHandlers(of: "notify::visible-child-name") {
        gtk_stack_set_visible_child_name(opaque, newValue)
      }
    }
  }

  /// Shows a page without a transition, for example when a window opens.
  public func showAtOnce(_ name: String) {
    make(name)
    blockingHandlers(of: "notify::visible-child-name") {
      gtk_stack_set_visible_child_full(opaque, name, GTK_STACK_TRANSITION_TYPE_NONE)
    }
  }

  /// Lays the page that is shown out now, and not only before the next frame. Quirk: lost-items. A grid that scrolls to an
  /// item before its first layout has none of them in sight.
  public func layOutNow() {
    guard let child = gtk_stack_get_visible_child(opaque) else { return }
    // GTK wants widgets to be measured before they get a place, and never less than they need.
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
    width = max(width, gtk_widget_get_width(widget))
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &height, nil, nil, nil)
    height = max(height, gtk_widget_get_height(widget))
    guard gtk_widget_get_mapped(child) != 0 else { return }
    var place = GdkRectangle(x: 0, y: 0, width: width, height: height)
    gtk_widget_size_allocate(child, &place, -1)
  }

  /// A switcher showed another page; the setters above do not count.
  public func onVisibleChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("visible-child-name", handler)
  }
}

/// Buttons that choose the page of a stack.
@MainActor
public final class StackSwitcher: Widget {
  /// A switcher for this stack.
  public init(_ stack: Stack) {
    super.init(fresh: gtk_stack_switcher_new())
    gtk_stack_switcher_set_stack(opaque, stack.opaque)
  }

  /// What its buttons have around their texts while these are not close together.
  private var around: Int?

  /// How wide it wants to be while its names are not close together, also if they are: what a button measures in another
  /// style is only known once it has been shown in it.
  public var looseWidth: Int {
    var buttons: [(whole: Int, text: Int)] = []
    var child = gtk_widget_get_first_child(widget)
    while let button = child {
      defer { child = gtk_widget_get_next_sibling(button) }
      guard gtk_widget_get_visible(button) != 0, let text = gtk_widget_get_first_child(button)
      else { continue }
      buttons.append((Self.naturalWidth(of: button), Self.naturalWidth(of: text)))
    }
    around = around ?? buttons.map { $0.whole - $0.text }.min()
    return buttons.reduce(0) { $0 + $1.text + (around ?? 0) }
  }

  private static func naturalWidth(of widget: UnsafeMutablePointer<GtkWidget>) -> Int {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    return Int(natural)
  }
}

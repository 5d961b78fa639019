// Widgets that show something or can be pressed.

import CGtk
import CGtkShim
import Foundation

/// A text that the user only reads.
@MainActor
public final class Label: Widget {
  /// A label with this text, which begins at its start.
  public init(_ text: String = "") {
    super.init(fresh: gtk_label_new(text))
    gtk_label_set_xalign(opaque, 0)
  }

  /// The head of a section: screen readers jump from one to the next.
  public init(heading text: String) {
    super.init(fresh: vitrine_label_new_with_role(text, GTK_ACCESSIBLE_ROLE_HEADING))
    gtk_label_set_xalign(opaque, 0)
  }

  /// What is said of something that just happened: screen readers say it without being asked.
  public init(status text: String) {
    super.init(fresh: vitrine_label_new_with_role(text, GTK_ACCESSIBLE_ROLE_STATUS))
    gtk_label_set_xalign(opaque, 0)
  }

  /// What it says.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  /// Shows texts that are links, with something between them. `onLink` gets the target.
  public func show(links: [(text: String, target: String)], separator: String) {
    let markup = links.map { link in
      "<a href=\"\(escaped(link.target[...]))\">\(escaped(link.text[...]))</a>"
    }
    gtk_label_set_markup(opaque, markup.joined(separator: escaped(separator[...])))
  }

  /// A link was clicked, or activated with the keyboard.
  public func onLink(_ handler: @escaping @MainActor (_ target: String) -> Void) {
    connectLink(handler)
  }

  /// Shows a text with parts of it in bold.
  public func show(_ text: String, bold pieces: [Range<String.Index>]) {
    guard !pieces.isEmpty else {
      self.text = text
      return
    }
    var markup = ""
    var position = text.startIndex
    for piece in pieces {
      markup += escaped(text[position..<piece.lowerBound]) + "<b>" + escaped(text[piece]) + "</b>"
      position = piece.upperBound
    }
    gtk_label_set_markup(opaque, markup + escaped(text[position...]))
  }

  private func escaped(_ text: Substring) -> String {
    // transfer full
    guard let escaped = g_markup_escape_text(String(text), -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  /// Truncates what does not fit, with an ellipsis. All of it appears when the pointer rests over it.
  @discardableResult
  public func ellipsized() -> Self {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_has_tooltip(widget, 1)
    // The widget owns the handler, and often outlives this object.
    connectTooltip { [opaque] in
      let isCut = pango_layout_is_ellipsized(gtk_label_get_layout(opaque)) != 0
      return isCut ? String(cString: gtk_label_get_text(opaque)) : nil
    }
    return self
  }

  /// Breaks long text into lines, of `characters` at most if that is given.
  @discardableResult
  public func wrapped(at characters: Int = -1) -> Self {
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(opaque, Int32(characters))
    return self
  }

  /// Reserves room for this many characters, whether the text needs it or not.
  public func setWidth(characters: Int) {
    gtk_label_set_width_chars(opaque, Int32(clamping: characters))
  }

  /// The maximum number of lines of a wrapped, ellipsized label.
  @discardableResult
  public func lines(_ count: Int) -> Self {
    gtk_label_set_lines(opaque, Int32(count))
    return self
  }

  /// Centres the text.
  @discardableResult
  public func centered() -> Self {
    gtk_label_set_xalign(opaque, 0.5)
    gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
    return self
  }

  /// Moves the text to the end, as numbers in a column.
  @discardableResult
  public func alignedToEnd() -> Self {
    gtk_label_set_xalign(opaque, 1)
    gtk_label_set_justify(opaque, GTK_JUSTIFY_RIGHT)
    return self
  }

  /// Lets the user select and copy the text.
  @discardableResult
  public func selectable() -> Self {
    gtk_label_set_selectable(opaque, 1)
    return self
  }

  /// The widget that this label names, also for screen readers; a letter after `_` activates it
  /// together with Alt.
  public func names(_ widget: Widget) {
    gtk_label_set_use_underline(opaque, 1)
    gtk_label_set_mnemonic_widget(opaque, widget.widget)
  }
}

/// A button with a text or an icon.
@MainActor
public class Button: Widget {
  private var text: Label?

  /// A letter after `_` presses the button together with Alt.
  public init(_ label: String) {
    // Our own label: GTK 4.8 reports its own to screen readers both as a name and as a label, so
    // they say it twice.
    super.init(fresh: gtk_button_new())
    let text = Label().centered()
    self.text = text
    gtk_label_set_text_with_mnemonic(text.opaque, label)
    gtk_button_set_child(cast(to: GtkButton.self), text.widget)
    gtk_widget_add_css_class(widget, "text-button")
    accessibleName(label.replacingOccurrences(of: "_", with: ""))
  }

  /// An icon button; `label` is its accessible name and its tooltip.
  public init(icon: String, label: String) {
    super.init(fresh: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleName(label)
  }

  override init(fresh widget: UnsafeMutablePointer<GtkWidget>) { super.init(fresh: widget) }

  /// Changes the label of a button that has one.
  public func setLabel(_ label: String) {
    guard let text else { return }
    gtk_label_set_text_with_mnemonic(text.opaque, label)
    accessibleName(label.replacingOccurrences(of: "_", with: ""))
  }

  /// Truncates a long label in its middle: what it ends with stays. All of it appears when the pointer
  /// rests over it.
  @discardableResult
  public func ellipsized() -> Self {
    if let text { gtk_label_set_ellipsize(text.ellipsized().opaque, PANGO_ELLIPSIZE_MIDDLE) }
    return self
  }

  /// Changes the icon of a button that has one; `label` is its accessible name and its tooltip.
  public func setIcon(_ icon: String, label: String) {
    gtk_button_set_icon_name(cast(to: GtkButton.self), icon)
    tooltip(label).accessibleName(label)
  }

  /// It was clicked, or activated with the keyboard.
  public func onClick(_ handler: @escaping @MainActor () -> Void) { connect("clicked", handler) }

  /// Pressing it activates a command of the window or the application.
  @discardableResult
  public func action(_ name: String) -> Self {
    gtk_actionable_set_action_name(opaque, name)
    return self
  }

  /// Pressing it chooses a value.
  @discardableResult
  public func action(_ detailed: (name: String, value: String)) -> Self {
    gtk_actionable_set_action_name(opaque, detailed.name)
    // The floating variant is sunk by the call.
    gtk_actionable_set_action_target_value(opaque, g_variant_new_string(detailed.value))
    return self
  }
}

/// A button that stays pressed.
@MainActor
public final class ToggleButton: Button {
  /// A toggle button with an icon, and a label for screen readers.
  public init(toggleIcon icon: String, label: String) {
    super.init(fresh: gtk_toggle_button_new())
    gtk_button_set_icon_name(cast(to: GtkButton.self), icon)
    tooltip(label).accessibleName(label)
  }
}

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
  /// `isPrimary`: the window's main menu, which F10 opens. The menu's widgets are made when it is opened
  /// for the first time.
  public init(icon: String, label: String, menu: Menu, isPrimary: Bool = false) {
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(opaque, icon)
    gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
    open(menu)
    tooltip(label).accessibleName(label)
  }

  /// One that says in a word what it opens.
  ///
  /// - Parameters:
  ///   - text: what it shows; an underscore marks the key.
  ///   - label: the same at length, for the tooltip and for screen readers.
  ///   - menu: what it opens.
  public init(text: String, label: String, menu: Menu) {
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_label(opaque, text)
    gtk_menu_button_set_use_underline(opaque, 1)
    open(menu)
    tooltip(label).accessibleName(label)
  }

  private func open(_ menu: Menu) {
    // It keeps a reference of the menu.
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, data in
        nonisolated(unsafe) let (button, data) = (button, data)
        MainActor.assumeIsolated {
          guard let button, let data, gtk_menu_button_get_popover(button) == nil else { return }
          gtk_menu_button_set_menu_model(
            button, data.assumingMemoryBound(to: GMenuModel.self))
          takeFocusFromClosedMenu(of: button)
        }
      }, g_object_ref(menu.pointer), { g_object_unref($0) })
  }
}

/// Once something in a submenu was chosen, GTK 4.8 leaves the window without a focus that keys could go
/// to: no shortcut works any longer.
@MainActor
private func takeFocusFromClosedMenu(of button: OpaquePointer) {
  guard let popover = gtk_menu_button_get_popover(button) else { return }
  Object(retaining: Pointer(popover)).connect("closed") {
    let owner = Object(retaining: Pointer(button))
    MainLoop.whenIdle {
      let button = owner.cast(to: GtkWidget.self)
      guard let root = gtk_widget_get_root(button) else { return }
      let focus = gtk_root_get_focus(root)
      if focus.map({ gtk_widget_get_mapped($0) == 0 }) ?? true { gtk_widget_grab_focus(button) }
    }
  }
}

/// Something turns as long as work goes on.
@MainActor
public final class Spinner: Widget {
  /// `name` says to screen readers what goes on.
  public init(name: String) {
    super.init(fresh: gtk_spinner_new())
    accessibleName(name)
    gtk_spinner_start(opaque)
  }
}

/// An icon, or a small picture.
@MainActor
public final class Image: Widget {
  /// An icon of the current theme; `size` is in pixels.
  public init(icon: String, size: Int? = nil) {
    super.init(fresh: gtk_image_new_from_icon_name(icon))
    if let size { gtk_image_set_pixel_size(opaque, Int32(size)) }
    // Screen readers should not repeat an icon beside a text.
    vitrine_accessible_set_hidden(widget)
  }

  /// Shows an icon of the current theme.
  public func show(icon: String) { gtk_image_set_from_icon_name(opaque, icon) }

  /// An icon that says something by itself.
  public init(icon: String, label: String) {
    super.init(fresh: gtk_image_new_from_icon_name(icon))
    tooltip(label).accessibleName(label)
  }

  /// An image in a square of exactly `side` pixels, whatever its own size; nil for the icon size of the
  /// style sheet.
  public init(side: Int?) {
    super.init(fresh: gtk_image_new())
    if let side { gtk_image_set_pixel_size(opaque, Int32(side)) }
  }

  /// Shows a picture; nil for none.
  public func show(_ texture: Texture?) { gtk_image_set_from_paintable(opaque, texture?.opaque) }
}

/// A picture that fits its room and keeps its proportions.
@MainActor
public final class Picture: Widget {
  /// An empty picture.
  /// - Parameter height: the most that it takes, however wide it is.
  public init(upTo height: Int) { super.init(fresh: vitrine_picture_new(Int32(height))) }

  /// Shows a picture, no larger than the one that it was made from; nil for none, in the room of the last one.
  public func show(_ texture: Texture?) {
    let original = texture?.pictureSize.map { max($0.width, $0.height) } ?? 0
    vitrine_picture_show(
      widget, texture?.opaque, Int32(clamping: max(original, texture?.longerSide ?? 0)))
  }
}

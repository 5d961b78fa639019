// SPDX-License-Identifier: Apache-2.0
// Text that is read, on one line or more.

import CGtk
import CGtkShim

/// A text that the user only reads.
@MainActor
public final class Label: Widget {
  private var mostShown = String.mostShown

  /// A label with this text, which begins at its start.
  public init(_ text: String = "") {
    super.init(fresh: gtk_label_new(nil))
    begin(text)
  }

  /// The head of a section: screen readers jump from one to the next.
  public init(heading text: String) {
    super.init(fresh: vitrine_label_new_with_role(GTK_ACCESSIBLE_ROLE_HEADING))
    begin(text)
  }

  /// A message about something that just happened: screen readers say it without being asked.
  public init(status text: String) {
    super.init(fresh: vitrine_label_new_with_role(GTK_ACCESSIBLE_ROLE_STATUS))
    begin(text)
  }

  private func begin(_ text: String) {
    gtk_label_set_xalign(opaque, 0)
    vitrine_label_show(widget, text.laidOut)
  }

  /// What it says; of a text that is very long, the beginning.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { vitrine_label_show(widget, newValue.laidOut(upTo: mostShown)) }
  }

  /// Shows more of a text than other labels do, which takes as much longer to lay out.
  public func showing(upTo characters: Int) -> Self {
    mostShown = characters
    return self
  }

  /// Shows texts that are links, with something between them. `onLink` gets the target.
  public func show(links: [(text: String, target: String)], separator: String) {
    var length = 0
    let shown = links.prefix { link in
      defer { length += link.text.utf8.count }
      return length <= mostShown
    }
    let markup = shown.map { link in
      "<a href=\"\(escaped(link.target[...]))\">\(escaped(link.text.laidOut(upTo: mostShown)[...]))</a>"
    }
    let rest = shown.count < links.count ? "…" : ""
    vitrine_label_show_markup(widget, markup.joined(separator: escaped(separator[...])) + rest)
  }

  /// A link was clicked, or activated with the keyboard.
  public func onLink(_ handler: @escaping @MainActor (_ target: String) -> Void) {
    connectLink(handler)
  }

  /// Shows a text with parts of it in bold.
  public func show(_ text: String, bold pieces: [Range<String.Index>]) {
    // Nothing is bold in what is not shown as it is.
    guard !pieces.isEmpty, text.laidOut.utf8.count == text.utf8.count else {
      self.text = text
      return
    }
    var markup = ""
    var position = text.startIndex
    for piece in pieces {
      markup += escaped(text[position..<piece.lowerBound]) + "<b>" + escaped(text[piece]) + "</b>"
      position = piece.upperBound
    }
    vitrine_label_show_markup(widget, markup + escaped(text[position...]))
  }

  private func escaped(_ text: Substring) -> String {
    // transfer full
    guard let escaped = g_markup_escape_text(String(text), -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  /// Truncates what does not fit, with an ellipsis; of a very long text no more than lines have room for is laid out. All of it appears when the pointer rests over it.
  @discardableResult
  public func ellipsized() -> Self {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    mostShown = min(mostShown, String.mostOfTitle)
    if gtk_label_get_use_markup(opaque) == 0, gtk_label_get_use_underline(opaque) == 0 {
      text = String(cString: gtk_label_get_text(opaque))
    }
    gtk_widget_set_has_tooltip(widget, 1)
    // The widget owns the handler, and often outlives this object.
    connectTooltip { [opaque] in
      let isCut = pango_layout_is_ellipsized(gtk_label_get_layout(opaque)) != 0
      return isCut ? String(cString: gtk_label_get_text(opaque)) : nil
    }
    return self
  }

  /// Where what does not fit of an ellipsized text is left out: in its middle, or at its end.
  public func keepEnd(_ keepsEnd: Bool) {
    gtk_label_set_ellipsize(opaque, keepsEnd ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END)
  }

  /// Breaks long text into lines, of `characters` at most if that is given, and of `least` where there is little room.
  @discardableResult
  public func wrapped(at characters: Int = -1, least: Int = 8) -> Self {
    gtk_label_set_wrap(opaque, 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(opaque, Int32(characters))
    // Else GTK finds out how narrow it may become by breaking the text behind every letter, which takes longer than everything
    // else that is done with it: five of six texts that a window laid out at its start were such pieces.
    gtk_label_set_width_chars(opaque, Int32(least))
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

  /// Has the text begin at its start, as it does unless something else was asked for.
  @discardableResult
  public func alignedToStart() -> Self {
    gtk_label_set_xalign(opaque, 0)
    gtk_label_set_justify(opaque, GTK_JUSTIFY_LEFT)
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
    vitrine_label_show_mnemonic(self.widget, text)
    gtk_label_set_mnemonic_widget(opaque, widget.widget)
    // What has the keyboard is a button in it, which would have no name.
    (widget as? DropDown)?.nameButton(text)
  }
}

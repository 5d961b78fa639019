// SPDX-License-Identifier: Apache-2.0
// Text input. Carets and selections are counted in code points, as GTK counts them.

import CGtk
import CGtkShim

/// A selection in a text, from its anchor to the caret. If both are equal, there is only a caret.
public struct TextSelection: Codable, Equatable, Sendable {
  /// Where the selection began.
  public var anchor: Int
  /// Where the caret is.
  public var caret: Int

  /// A selection between these positions, counted in characters.
  public init(anchor: Int, caret: Int) {
    self.anchor = anchor
    self.caret = caret
  }
}

/// What the user changed in a text, and where, in characters.
public struct TextChange: Equatable, Sendable {
  /// How many are before it.
  public let start: Int
  /// How many were there.
  public let removed: Int
  /// What is there now.
  public let inserted: String
}

/// What a text of one line or many is typed into.
@MainActor
public protocol TextInput: Widget {
  /// Setting it does not call `onChange`.
  var text: String { get set }
  /// The selected text or, if nothing is selected, the caret.
  var selection: TextSelection { get set }
  /// The user changed the text.
  func onChange(_ handler: @escaping @MainActor () -> Void)
  /// The caret or the selection moved.
  func onSelectionChange(_ handler: @escaping @MainActor () -> Void)
}

/// One line of text to type in.
@MainActor
public final class Entry: Widget, TextInput {
  /// An empty entry.
  public init() {
    super.init(fresh: gtk_entry_new())
    gtk_entry_set_max_length(cast(to: GtkEntry.self), Self.mostCharacters)
  }

  /// All of a line is laid out again at each letter. What is put into an entry ends here.
  private static let mostCharacters: Int32 = 20_000

  /// An entry with a magnifying glass and a button to clear it.
  public init(search label: String) {
    super.init(fresh: gtk_search_entry_new())
    accessibleName(label)
    // Borrowed from the entry.
    let text = UnsafeMutablePointer<GtkText>(gtk_editable_get_delegate(opaque))
    gtk_text_set_max_length(text, Self.mostCharacters)
  }

  /// What it contains; no more than twenty thousand characters, and 250 marks on a letter, or 64 if it is long.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set {
      let newValue = newValue.asEdited
      // Setting the same text again would move the caret.
      guard newValue != text else { return }
      blockingHandlers(of: "changed") {
        // Ctrl+Z should undo what the user typed, not what the program set.
        gtk_editable_set_enable_undo(opaque, 0)
        gtk_editable_set_text(opaque, newValue)
        gtk_editable_set_enable_undo(opaque, 1)
      }
    }
  }

  /// Takes back the last piece that was typed; false if there is none. Quirk: undo-swallowed.
  public func takeBackTyped() -> Bool { changesText("text.undo") }

  /// Puts back the last piece that was taken back; false if there is none.
  public func putBackTyped() -> Bool { changesText("text.redo") }

  private func changesText(_ action: String) -> Bool {
    let before = text
    gtk_widget_activate_action_variant(
      gtk_editable_get_delegate(opaque).map { UnsafeMutablePointer<GtkWidget>($0) }, action, nil)
    return text != before
  }

  /// What was typed counts: from now on it is not taken back letter by letter.
  public func forgetTyping() {
    gtk_editable_set_enable_undo(opaque, 0)
    gtk_editable_set_enable_undo(opaque, 1)
  }

  /// The selected text or, if nothing is selected, the caret.
  public var selection: TextSelection {
    get {
      // Quirk: caret-at-start. GTK returns the end of a selection as the position, even if the caret is at
      // its start.
      guard let text = gtk_editable_get_delegate(opaque) else {
        return TextSelection(anchor: 0, caret: 0)
      }
      return TextSelection(
        anchor: Int(vitrine_object_get_int(Pointer(text), "selection-bound")),
        caret: Int(vitrine_object_get_int(Pointer(text), "cursor-position")))
    }
    set {
      gtk_editable_select_region(
        opaque, Int32(clamping: newValue.anchor), Int32(clamping: newValue.caret))
    }
  }

  /// What an empty entry says in grey.
  @discardableResult
  public func placeholder(_ text: String) -> Self {
    gtk_entry_set_placeholder_text(cast(to: GtkEntry.self), text.asTitle)
    return self
  }

  /// Shows no letters of what is typed, and lets no keyboard learn them.
  @discardableResult
  public func asPassword() -> Self {
    gtk_entry_set_visibility(cast(to: GtkEntry.self), 0)
    gtk_entry_set_input_purpose(cast(to: GtkEntry.self), GTK_INPUT_PURPOSE_PASSWORD)
    return self
  }

  /// At least as wide as this many characters.
  @discardableResult
  public func minimumWidth(characters: Int) -> Self {
    gtk_editable_set_width_chars(opaque, Int32(clamping: characters))
    return self
  }

  /// What on-screen keyboards should offer.
  @discardableResult
  public func purpose(_ purpose: Purpose) -> Self {
    gtk_entry_set_input_purpose(cast(to: GtkEntry.self), purpose.gtk)
    return self
  }

  /// Enter presses the window's default button.
  @discardableResult
  public func activatesDefault() -> Self {
    gtk_entry_set_activates_default(cast(to: GtkEntry.self), 1)
    return self
  }

  /// The user changed the text; setting it does not count.
  public func onChange(_ handler: @escaping @MainActor () -> Void) { connect("changed", handler) }

  /// The caret or the selection moved.
  public func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("cursor-position", handler)
    connectNotify("selection-bound", handler)
  }

  /// Enter was pressed, and not for an input method.
  public func onEnter(_ handler: @escaping @MainActor () -> Void) { connect("activate", handler) }

  /// Backspace was pressed, and not for an input method. Return true to do something else with it.
  public func onBackspace(_ handler: @escaping @MainActor () -> Bool) {
    // Borrowed from the entry; the wrapper retains it.
    guard let delegate = gtk_editable_get_delegate(opaque) else { return }
    let text = Object(retaining: Pointer(delegate))
    let native = text.pointer
    text.connect("backspace") {
      if handler() { g_signal_stop_emission_by_name(native, "backspace") }
    }
  }

  /// What is typed in, for keyboards on a screen.
  public enum Purpose: Sendable {
    /// Only digits; a number with its sign and its decimal point.
    case digits, number

    var gtk: GtkInputPurpose {
      switch self {
      case .digits: GTK_INPUT_PURPOSE_DIGITS
      case .number: GTK_INPUT_PURPOSE_NUMBER
      }
    }
  }
}

/// Several lines of text to type in. Of a paragraph of more than 24,000 characters the middle is not shown, but kept.
@MainActor
public final class TextView: Widget, TextInput {
  private let buffer: TextBuffer

  /// An empty text.
  public init() {
    let view: UnsafeMutablePointer<GtkWidget> = gtk_text_view_new()
    let textView = UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkTextView.self)
    // Borrowed from the view; the wrapper retains it.
    buffer = TextBuffer(retaining: Pointer(gtk_text_view_get_buffer(textView).unsafelyUnwrapped))
    super.init(fresh: view)
    vitrine_text_buffer_fit(gtk_text_view_get_buffer(textView))
    gtk_text_view_set_wrap_mode(textView, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(textView, 0)
    gtk_text_view_set_left_margin(textView, 8)
    gtk_text_view_set_right_margin(textView, 8)
    gtk_text_view_set_top_margin(textView, 8)
    gtk_text_view_set_bottom_margin(textView, 8)
    keepTextUndoHere()
  }

  /// Quirk: undo-swallowed. An entry keeps these keys to itself; from here they would take back what was done last
  /// elsewhere, as soon as nothing of what was typed is left to take back.
  private func keepTextUndoHere() {
    let (undo, redo) = (KeyPress("<Control>z"), KeyPress("<Control><Shift>z"))
    onKey { [weak self] press in
      guard let self, press == undo || press == redo,
        gtk_text_view_get_editable(cast(to: GtkTextView.self)) != 0
      else { return false }
      return press == undo ? !buffer.canUndo : !buffer.canRedo
    }
  }

  /// Shows this widget while not all of the text is shown.
  public func tellOfHiddenText(by notice: Widget) {
    vitrine_text_buffer_tell_of_hidden(
      gtk_text_view_get_buffer(cast(to: GtkTextView.self)), notice.widget)
  }

  /// To be read and copied from, not changed.
  public func readOnly() -> Self {
    let view = cast(to: GtkTextView.self)
    gtk_text_view_set_editable(view, 0)
    gtk_text_view_set_cursor_visible(view, 0)
    return self
  }

  /// What it contains.
  public var text: String {
    get { buffer.text }
    set { if newValue != buffer.text { buffer.text = newValue } }
  }

  /// Shows a text of which nothing comes back: of one that is very long it has only what is shown.
  public func show(toRead text: String) {
    // transfer full
    guard let shown = vitrine_text_to_read(text) else { return self.text = text }
    defer { g_free(shown) }
    self.text = String(cString: shown)
  }

  /// The selected text or, if nothing is selected, the caret. Setting it scrolls to the caret, once a long
  /// text is laid out that far.
  public var selection: TextSelection {
    get { buffer.selection }
    set {
      buffer.selection = newValue
      // Quirk: scrolls-unlaid. Before there is a layout GTK scrolls as if there were no room, and leaves it at that.
      if gtk_widget_get_height(widget) > 0 { return scrollToCaret() }
      MainLoop.after(paintOf: self) { [weak self] in self?.scrollToCaret() }
    }
  }

  private func scrollToCaret() {
    let textBuffer = gtk_text_view_get_buffer(cast(to: GtkTextView.self))
    gtk_text_view_scroll_mark_onscreen(
      cast(to: GtkTextView.self), gtk_text_buffer_get_insert(textBuffer))
  }

  /// The user changed the text; setting it does not count.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    buffer.connect("changed", handler)
  }

  /// The user changed the text, and this is how: a long text need not be compared with what it was.
  public func onEdit(_ handler: @escaping @MainActor (TextChange) -> Void) {
    buffer.watchChanges()
    buffer.connect("changed") { [weak buffer] in
      for change in buffer?.takeChanges() ?? [] { handler(change) }
    }
  }

  /// How many characters it has.
  public var length: Int { buffer.length }

  /// Its first characters.
  public func beginning(_ characters: Int) -> String { buffer.beginning(characters) }

  /// The caret or the selection moved.
  public func onSelectionChange(_ handler: @escaping @MainActor () -> Void) {
    buffer.connectNotify("cursor-position", handler)
  }
}

@MainActor
private final class TextBuffer: Object {
  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { cast(to: GtkTextBuffer.self) }

  /// What is about to change, for whoever is told when it has.
  private var changes: [TextChange] = []
  private var isWatched = false
  private var isBeingSet = false

  func watchChanges() {
    guard !isWatched else { return }
    isWatched = true
    connectInsertion { [weak self] start, text in
      self?.willChange(TextChange(start: start, removed: 0, inserted: text))
    }
    connectDeletion { [weak self] start, count in
      self?.willChange(TextChange(start: start, removed: count, inserted: ""))
    }
  }

  private func willChange(_ change: TextChange) { if !isBeingSet { changes.append(change) } }

  func takeChanges() -> [TextChange] {
    defer { changes = [] }
    return changes
  }

  var canUndo: Bool { gtk_text_buffer_get_can_undo(buffer) != 0 }
  var canRedo: Bool { gtk_text_buffer_get_can_redo(buffer) != 0 }

  var length: Int { Int(gtk_text_buffer_get_char_count(buffer)) }

  func beginning(_ characters: Int) -> String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_start_iter(buffer, &start)
    gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(clamping: characters))
    return text(from: &start, to: &end)
  }

  private func text(from start: inout GtkTextIter, to end: inout GtkTextIter) -> String {
    // transfer full
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  var text: String {
    get {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return text(from: &start, to: &end)
    }
    set {
      isBeingSet = true
      defer { isBeingSet = false }
      blockingHandlers(of: "changed") {
        gtk_text_buffer_begin_irreversible_action(buffer)
        gtk_text_buffer_set_text(buffer, newValue, -1)
        gtk_text_buffer_end_irreversible_action(buffer)
      }
    }
  }

  var selection: TextSelection {
    get {
      var (caret, anchor) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_iter_at_mark(buffer, &caret, gtk_text_buffer_get_insert(buffer))
      gtk_text_buffer_get_iter_at_mark(
        buffer, &anchor, gtk_text_buffer_get_selection_bound(buffer))
      return TextSelection(
        anchor: Int(gtk_text_iter_get_offset(&anchor)),
        caret: Int(gtk_text_iter_get_offset(&caret)))
    }
    set {
      var (caret, anchor) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_iter_at_offset(buffer, &caret, Int32(clamping: newValue.caret))
      gtk_text_buffer_get_iter_at_offset(buffer, &anchor, Int32(clamping: newValue.anchor))
      // What is typed should be seen.
      vitrine_text_buffer_leave_hidden(buffer, &caret)
      vitrine_text_buffer_leave_hidden(buffer, &anchor)
      gtk_text_buffer_select_range(buffer, &caret, &anchor)
    }
  }
}

extension Widget {
  /// Marks the content as invalid, visually and for screen readers.
  public func setInvalid(_ isInvalid: Bool) {
    setStyle("error", isInvalid)
    vitrine_accessible_set_invalid(widget, isInvalid ? 1 : 0)
  }
}

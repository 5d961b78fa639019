// SPDX-License-Identifier: Apache-2.0
// Long text. Pango looks for the end of each line anew in all that is left of a word, or of a row of spaces, and takes
// minutes for 8,000 letters. What is drawn alike is one item for it, and it looks no further than that. So
// an attribute that changes nothing divides what is long, which, unlike a character that allows a line to
// end, is in no copy and is not read out.

#include "shim.h"

#include <string.h>

// In characters.
enum { piece_length = 50 };
// What is shown of a long paragraph that is edited, in characters, and how much that may become while somebody types.
enum { shown_start = 16000, shown_end = 4000, shown_most = 24000 };
// More marks than anybody puts on a letter that is edited: the time for them grows with the square of their number.
enum { pile_most = 64 };

static const char piece_name[] = "vitrine-piece", hidden_name[] = "vitrine-hidden";

static gboolean is_joined(gunichar before, gunichar after) {
  const gunichar joiner = 0x200d, thai_am = 0xe33, lao_am = 0xeb3;
  return g_unichar_ismark(before) || g_unichar_ismark(after) || before == joiner || after == joiner ||
         after == thai_am || after == lao_am || (after >= 0x1f3fb && after <= 0x1f3ff);
}

typedef void (*Piece)(gsize start, gsize end, gpointer data);

// Calls `add` for each second piece of long words and of long rows of spaces.
static void for_pieces(const char *text, gsize length, Piece add, gpointer data) {
  gsize begun = 0; // 0 in what gets no attribute, which comes first
  int count = 0;
  gunichar kind = '\n', before = 0;
  const char *end = text + length;
  for (const char *next = text; next < end; next = g_utf8_next_char(next)) {
    gunichar character = g_utf8_get_char(next);
    gunichar now = character == '\n' ? '\n' : character == ' ' || character == '\t' ? ' ' : 'x';
    gsize place = (gsize)(next - text);
    if (now != kind || now == '\n') {
      if (begun) add(begun, place, data);
      begun = 0, count = 0, kind = now;
    } else if (count >= 2 * piece_length || (count >= piece_length && !is_joined(before, character))) {
      if (begun) add(begun, place, data);
      begun = begun ? 0 : place, count = 0;
    }
    count++, before = character;
  }
  if (begun) add(begun, length, data);
}

// MARK: Text to read

static void add_attributes(gsize start, gsize end, gpointer data) {
  PangoAttrList **list = data;
  if (!*list) *list = pango_attr_list_new();
  // An item of its own, with what is so anyway; and a word, which a line may end before and after.
  PangoAttribute *attributes[] = {pango_attr_fallback_new(TRUE), pango_attr_word_new()};
  for (gsize i = 0; i < G_N_ELEMENTS(attributes); i++) {
    attributes[i]->start_index = (guint)start, attributes[i]->end_index = (guint)end;
    pango_attr_list_insert(*list, attributes[i]); // transfer full
  }
}

static void divide_label(GtkLabel *label) {
  const char *text = gtk_label_get_text(label);
  gsize length = strlen(text);
  PangoAttrList *pieces = NULL;
  if (length > piece_length) for_pieces(text, length, add_attributes, &pieces);
  if (!pieces) return;
  gtk_label_set_attributes(label, pieces);
  pango_attr_list_unref(pieces);
}

typedef void (*SetText)(GtkLabel *label, const char *text);

// Quirk: word-beyond. The words of the text before must go first: GTK may lay out the new one before it returns.
static void show(GtkWidget *widget, const char *text, SetText set, gboolean is_markup, gboolean has_mnemonic) {
  GtkLabel *label = GTK_LABEL(widget);
  if (strcmp(gtk_label_get_label(label), text) == 0 && gtk_label_get_use_markup(label) == is_markup &&
      gtk_label_get_use_underline(label) == has_mnemonic)
    return;
  gtk_label_set_attributes(label, NULL);
  set(label, text);
  divide_label(label);
}

void vitrine_label_show(GtkWidget *label, const char *text) {
  show(label, text, gtk_label_set_text, FALSE, FALSE);
}

void vitrine_label_show_markup(GtkWidget *label, const char *markup) {
  show(label, markup, gtk_label_set_markup, TRUE, FALSE);
}

void vitrine_label_show_mnemonic(GtkWidget *label, const char *text) {
  show(label, text, gtk_label_set_text_with_mnemonic, FALSE, TRUE);
}

typedef struct {
  const char *text;
  GString *markup;
  gsize written;
} Markup;

static void write_markup(Markup *markup, gsize end) {
  char *escaped = g_markup_escape_text(markup->text + markup->written, (gssize)(end - markup->written));
  g_string_append(markup->markup, escaped);
  g_free(escaped);
  markup->written = end;
}

static void add_markup(gsize start, gsize end, gpointer data) {
  write_markup(data, start);
  g_string_append(((Markup *)data)->markup, "<span fallback=\"true\">");
  write_markup(data, end);
  g_string_append(((Markup *)data)->markup, "</span>");
}

char *vitrine_text_markup(const char *text) {
  Markup markup = {text, g_string_new(NULL), 0};
  gsize length = strlen(text);
  for_pieces(text, length, add_markup, &markup);
  write_markup(&markup, length);
  return g_string_free(markup.markup, FALSE);
}

void vitrine_widget_set_tooltip(GtkWidget *widget, const char *text) {
  char *markup = vitrine_text_markup(text);
  gtk_widget_set_tooltip_markup(widget, markup);
  g_free(markup);
}

void vitrine_tooltip_show(GtkTooltip *tooltip, const char *text) {
  char *markup = vitrine_text_markup(text);
  gtk_tooltip_set_markup(tooltip, markup);
  g_free(markup);
}

// What is only read: of a paragraph of so many bytes, whose middle is not shown, less is left of that. GTK goes through all
// of a text several times whatever it shows.
enum { read_paragraph = 4 * shown_most, read_most = 400000, read_hidden = shown_most - shown_start - shown_end + 2000 };

char *vitrine_text_to_read(const char *text) {
  if (strlen(text) <= read_paragraph) return NULL;
  GString *read = g_string_new(NULL);
  while (*text && read->len < read_most) {
    gsize length = strcspn(text, "\n");
    const char *end = text + length;
    if (length > read_paragraph) {
      const char *start_end = g_utf8_offset_to_pointer(text, shown_start + read_hidden);
      const char *rest = g_utf8_offset_to_pointer(end, -shown_end);
      g_string_append_len(read, text, start_end - text);
      g_string_append_len(read, rest, end - rest);
    } else g_string_append_len(read, text, (gssize)length);
    text = *end ? end + 1 : end;
    if (*end) g_string_append_c(read, '\n');
  }
  if (*text) g_string_append(read, "…");
  return g_string_free(read, FALSE);
}

// MARK: Text that is edited

static GtkTextTag *tag_of(GtkTextBuffer *buffer, const char *name) {
  return gtk_text_tag_table_lookup(gtk_text_buffer_get_tag_table(buffer), name);
}

static gboolean has_tag(GtkTextTag *tag, GtkTextIter *start, GtkTextIter *end, GtkTextIter *first) {
  *first = *start;
  return gtk_text_iter_has_tag(start, tag) ||
         (gtk_text_iter_forward_to_tag_toggle(first, tag) && gtk_text_iter_compare(first, end) < 0);
}

typedef struct {
  GtkTextTag *tag;
  const char *text;
  GtkTextIter place; // of the byte `done` of the text
  gsize done;
} Tagging;

static void go_on(Tagging *tagging, gsize place) {
  gssize bytes = (gssize)(place - tagging->done);
  gtk_text_iter_forward_chars(&tagging->place, (int)g_utf8_strlen(tagging->text + tagging->done, bytes));
  tagging->done = place;
}

static void add_tag(gsize start, gsize end, gpointer data) {
  Tagging *tagging = data;
  go_on(tagging, start);
  GtkTextIter begun = tagging->place;
  go_on(tagging, end);
  gtk_text_buffer_apply_tag(gtk_text_iter_get_buffer(&begun), tagging->tag, &begun, &tagging->place);
}

static void divide(GtkTextTag *tag, const GtkTextIter *start, const GtkTextIter *end) {
  char *text = gtk_text_iter_get_slice(start, end); // transfer full
  Tagging tagging = {tag, text, *start, 0};
  for_pieces(text, strlen(text), add_tag, &tagging);
  g_free(text);
}

// Whether the piece that a place is in needs no dividing.
static gboolean is_short_piece(GtkTextTag *tag, const GtkTextIter *place) {
  GtkTextIter start = *place, end = *place;
  if (!gtk_text_iter_backward_to_tag_toggle(&start, tag) || !gtk_text_iter_forward_to_tag_toggle(&end, tag))
    return FALSE;
  return gtk_text_iter_get_offset(&end) - gtk_text_iter_get_offset(&start) <= 4 * piece_length;
}

// From the first pile of marks in a line to the end of the last one, in characters; whether there is one.
static gboolean find_piles(const GtkTextIter *start, const GtkTextIter *end, int *from, int *to) {
  char *text = gtk_text_iter_get_slice(start, end); // transfer full
  int place = 0, marks = 0;
  *from = -1;
  for (const char *next = text; *next; next = g_utf8_next_char(next), place++) {
    // Nearly no text has marks of its own.
    marks = (guchar)*next >= 0xcc && g_unichar_ismark(g_utf8_get_char(next)) ? marks + 1 : 0;
    if (marks <= pile_most) continue;
    if (*from < 0) *from = place;
    *to = place + 1;
  }
  g_free(text);
  return *from >= 0;
}

// Whether what is hidden stays so because the line is too long, whatever is in it, and no pile is beside it. At a key, all of
// a long line would be looked through otherwise.
static gboolean stays_hidden(const GtkTextIter *start, const GtkTextIter *end, const GtkTextIter *hidden,
                             const GtkTextIter *hidden_end) {
  int length = gtk_text_iter_get_line_offset(end), hidden_to = gtk_text_iter_get_line_offset(hidden_end), from, to;
  int hidden_length = hidden_to - gtk_text_iter_get_line_offset(hidden);
  return hidden_length > shown_most && length - hidden_length <= shown_most && hidden_to < length &&
         !g_unichar_ismark(gtk_text_iter_get_char(hidden_end)) && !find_piles(start, hidden, &from, &to) &&
         !find_piles(hidden_end, end, &from, &to);
}

// What is not shown of a line: its middle, if it is too long, and piles of marks with what is between them.
static gboolean find_middle(GtkTextTag *hidden, GtkTextIter *start, GtkTextIter *end) {
  int length = gtk_text_iter_get_line_offset(end), from, to;
  GtkTextIter known = *start, known_end = *end;
  gboolean is_known = has_tag(hidden, start, end, &known);
  if (is_known) {
    known_end = known;
    gtk_text_iter_forward_to_tag_toggle(&known_end, hidden);
    if (stays_hidden(start, end, &known, &known_end)) {
      *start = known, *end = known_end;
      return TRUE;
    }
  }
  gboolean has_piles = find_piles(start, end, &from, &to);
  if (length <= shown_most && !has_piles) return FALSE;
  if (is_known) {
    int known_from = gtk_text_iter_get_line_offset(&known), known_to = gtk_text_iter_get_line_offset(&known_end);
    // What is typed beside it stays in sight.
    gboolean is_enough = length - (known_to - known_from) <= shown_most && known_to < length;
    // Nor do marks before and after it make another pile.
    if (has_piles)
      is_enough = length - (known_to - known_from) <= shown_most && from >= known_from && to <= known_to &&
                  (known_to == length || !g_unichar_ismark(gtk_text_iter_get_char(&known_end)));
    if (is_enough && (has_piles || length > shown_most)) {
      *start = known, *end = known_end;
      return TRUE;
    }
  }
  if (!has_piles) from = shown_start, to = length - shown_end;
  if (length > shown_most) from = MIN(from, shown_start), to = MAX(to, length - shown_end);
  gtk_text_iter_set_line_offset(start, from);
  *end = *start;
  gtk_text_iter_forward_chars(end, to - from);
  return TRUE;
}

// `changed` is where few letters came or went; NULL for any change.
static void fit_line(GtkTextBuffer *buffer, GtkTextIter start, gboolean has_tags, const GtkTextIter *changed) {
  GtkTextIter end = start, middle = start, any;
  if (!gtk_text_iter_ends_line(&end)) gtk_text_iter_forward_to_line_end(&end);
  int length = gtk_text_iter_get_line_offset(&end);
  if (length <= piece_length && !has_tags) return;
  GtkTextTag *piece = tag_of(buffer, piece_name), *hidden = tag_of(buffer, hidden_name);
  // One that came into what is hidden.
  GtkTextIter next_line = end;
  if (gtk_text_iter_has_tag(&end, hidden) && gtk_text_iter_forward_char(&next_line))
    gtk_text_buffer_remove_tag(buffer, hidden, &end, &next_line);
  GtkTextIter middle_end = end;
  gboolean is_long = find_middle(hidden, &middle, &middle_end);
  gboolean was_long = has_tag(hidden, &start, &end, &any);
  GtkTextIter any_end = any;
  if (was_long) gtk_text_iter_forward_to_tag_toggle(&any_end, hidden);
  gboolean is_same = is_long == was_long && (!is_long || (gtk_text_iter_equal(&any, &middle) &&
                                                          gtk_text_iter_equal(&any_end, &middle_end)));
  if (is_same && changed && is_short_piece(piece, changed)) return;
  if (has_tag(piece, &start, &end, &any)) gtk_text_buffer_remove_tag(buffer, piece, &start, &end);
  if (was_long && !is_same) gtk_text_buffer_remove_tag(buffer, hidden, &start, &end);
  // First: the rest is done in what remains, which is short.
  if (is_long && !is_same) gtk_text_buffer_apply_tag(buffer, hidden, &middle, &middle_end);
  divide(piece, &start, is_long ? &middle : &end);
  if (is_long) divide(piece, &middle_end, &end);
}

static gboolean show_notice(gpointer data) {
  GtkTextBuffer *buffer = data;
  GtkWidget *notice = g_object_get_data(data, hidden_name);
  GtkTextIter first, last, any;
  gtk_text_buffer_get_bounds(buffer, &first, &last);
  gtk_widget_set_visible(notice, has_tag(tag_of(buffer, hidden_name), &first, &last, &any));
  return G_SOURCE_REMOVE;
}

// From the line of `start` to that of `end`.
static void fit_lines(GtkTextBuffer *buffer, GtkTextIter start, const GtkTextIter *end, gboolean is_small) {
  GtkTextIter first, last, any;
  gtk_text_buffer_get_bounds(buffer, &first, &last);
  GtkTextTag *hidden = tag_of(buffer, hidden_name);
  gboolean has_tags = has_tag(tag_of(buffer, piece_name), &first, &last, &any) ||
                      has_tag(hidden, &first, &last, &any);
  int last_line = gtk_text_iter_get_line(end);
  is_small = is_small && gtk_text_iter_get_line(&start) == last_line;
  gtk_text_iter_set_line_offset(&start, 0);
  do fit_line(buffer, start, has_tags, is_small ? end : NULL);
  while (gtk_text_iter_get_line(&start) < last_line && gtk_text_iter_forward_line(&start));
  GtkWidget *notice = g_object_get_data(G_OBJECT(buffer), hidden_name);
  gboolean is_hidden = has_tag(hidden, &first, &last, &any);
  // Not at once: the text may be set while something is laid out.
  if (notice && gtk_widget_get_visible(notice) != is_hidden)
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, show_notice, g_object_ref(buffer), g_object_unref);
}

static void was_inserted(GtkTextBuffer *buffer, const GtkTextIter *end, const char *text, int length) {
  GtkTextIter start = *end;
  gtk_text_iter_backward_chars(&start, (int)g_utf8_strlen(text, length));
  fit_lines(buffer, start, end, length <= piece_length);
}

static void was_deleted(GtkTextBuffer *buffer, const GtkTextIter *start) { fit_lines(buffer, *start, start, TRUE); }

void vitrine_text_buffer_fit(GtkTextBuffer *buffer) {
  // GTK puts together what has the same attributes. These have another size, by less than any pixel.
  gtk_text_buffer_create_tag(buffer, piece_name, "scale", 1.000001, NULL);
  gtk_text_buffer_create_tag(buffer, hidden_name, "invisible", TRUE, NULL);
  g_signal_connect_after(buffer, "insert-text", G_CALLBACK(was_inserted), NULL);
  g_signal_connect_after(buffer, "delete-range", G_CALLBACK(was_deleted), NULL);
}

void vitrine_text_buffer_tell_of_hidden(GtkTextBuffer *buffer, GtkWidget *notice) {
  gtk_widget_set_visible(notice, FALSE);
  g_object_set_data_full(G_OBJECT(buffer), hidden_name, g_object_ref(notice), g_object_unref);
}

void vitrine_text_buffer_leave_hidden(GtkTextBuffer *buffer, GtkTextIter *place) {
  GtkTextTag *hidden = tag_of(buffer, hidden_name);
  if (gtk_text_iter_has_tag(place, hidden) && !gtk_text_iter_starts_tag(place, hidden))
    gtk_text_iter_backward_to_tag_toggle(place, hidden);
}

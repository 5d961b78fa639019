// SPDX-License-Identifier: Apache-2.0
// The windows that are one list: notes, steps that can be undone, and likely duplicates.

#include "baseline.h"

static GtkWidget *list_of(GListStore *items, GCallback set_up, GCallback bind, const char *style) {
  GtkSelectionModel *selection =
      GTK_SELECTION_MODEL(gtk_single_selection_new(g_object_ref(G_LIST_MODEL(items))));
  gtk_single_selection_set_autoselect(GTK_SINGLE_SELECTION(selection), FALSE);
  return scrolled(styled(gtk_list_view_new(selection, factory(set_up, bind, NULL)), style));
}

static GtkWidget *pages(GtkWidget *shown, ...) {
  GtkWidget *pages = growing(gtk_stack_new(), TRUE, TRUE);
  gtk_stack_add_child(GTK_STACK(pages), shown);
  va_list others;
  va_start(others, shown);
  for (GtkWidget *page = va_arg(others, GtkWidget *); page; page = va_arg(others, GtkWidget *))
    gtk_stack_add_child(GTK_STACK(pages), page);
  va_end(others);
  return pages;
}

static GtkWidget *failure(const char *title) {
  return status_page("dialog-warning-symbolic", title, "", "_Try Again");
}

static char **words_of(GtkListItem *item) {
  return ((Item *)gtk_list_item_get_item(item))->words;
}

// MARK: Notes

typedef struct { GtkLabel *heading, *day, *passage, *product; } NoteLine;

static void set_up_note(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  NoteLine *line = g_new(NoteLine, 1);
  *line = (NoteLine){GTK_LABEL(cut_label("", "heading")),
                     GTK_LABEL(label("", "dim-label caption numeric")), GTK_LABEL(cut_label("", "")),
                     GTK_LABEL(cut_label("", "dim-label caption"))};
  GtkWidget *first = box(GTK_ORIENTATION_HORIZONTAL, 12,
                         growing(GTK_WIDGET(line->heading), TRUE, FALSE), line->day, NULL);
  GtkWidget *root = styled(box(GTK_ORIENTATION_VERTICAL, 2, first, line->passage, line->product, NULL),
                           "listed-note");
  g_object_set_data_full(G_OBJECT(root), "line", line, g_free);
  gtk_list_item_set_child(item, root);
}

static void bind_note(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  NoteLine *line = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "line");
  char **words = words_of(item);
  gtk_label_set_text(line->heading, words[1]);
  gtk_label_set_text(line->passage, words[2]);
  gtk_label_set_text(line->product, words[3]);
  gtk_label_set_text(line->day, words[4]);
}

GtkWindow *notes_window(GtkApplication *application, const Catalogue *catalogue) {
  GtkWidget *list = list_of(catalogue->notes, G_CALLBACK(set_up_note), G_CALLBACK(bind_note),
                            "listed-notes");
  GtkWidget *search = styled(box(GTK_ORIENTATION_HORIZONTAL, 0,
                                 growing(gtk_search_entry_new(), TRUE, FALSE), NULL),
                             "search-line");
  GtkWidget *shown = pages(
      list, status_page("document-edit-symbolic", "No Notes Yet", "They are listed here.", NULL),
      status_page("edit-find-symbolic", "No Results Found", "Try a different search.", NULL),
      failure("The Notes Can’t Be Read"), NULL);
  Frame frame = frame_new(application, box(GTK_ORIENTATION_VERTICAL, 0, search, shown, NULL),
                          "All Notes", 480, 640, FALSE, FALSE);
  header_title(frame, "All Notes", "300 notes");
  return frame.window;
}

// MARK: Steps and duplicates: two lines, and something at the end

typedef struct { GtkLabel *first, *second, *end; } Line;

static void set_up_line(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  Line *line = g_new(Line, 1);
  *line = (Line){GTK_LABEL(cut_label("", "")), GTK_LABEL(cut_label("", "dim-label caption")),
                 GTK_LABEL(label("", "dim-label caption numeric"))};
  GtkWidget *texts = growing(box(GTK_ORIENTATION_VERTICAL, 0, line->first, line->second, NULL), TRUE,
                             FALSE);
  GtkWidget *root = styled(box(GTK_ORIENTATION_HORIZONTAL, 12,
                               aligned(texts, GTK_ALIGN_FILL, GTK_ALIGN_CENTER), line->end, NULL),
                           "history-row");
  g_object_set_data_full(G_OBJECT(root), "line", line, g_free);
  gtk_list_item_set_child(item, root);
}

static void bind_line(GtkListItemFactory *factory, GtkListItem *item, gpointer data) {
  (void)factory, (void)data;
  Line *line = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "line");
  char **words = words_of(item);
  gtk_label_set_text(line->first, words[1]);
  gtk_label_set_text(line->second, words[2]);
  gtk_label_set_text(line->end, words[3] ? words[3] : "Undone");
  gtk_widget_set_visible(GTK_WIDGET(line->end), words[3] != NULL);
}

GtkWindow *history_window(GtkApplication *application, const Catalogue *catalogue) {
  GtkWidget *list = list_of(catalogue->steps, G_CALLBACK(set_up_line), G_CALLBACK(bind_line),
                            "history-list");
  GtkWidget *buttons = box(GTK_ORIENTATION_HORIZONTAL, 6, button("_Undo", ""), button("_Redo", ""),
                           NULL);
  GtkWidget *bar = styled(box(GTK_ORIENTATION_HORIZONTAL, 12,
                              growing(wrapped_label("", -1, "dim-label caption"), TRUE, FALSE),
                              aligned(buttons, GTK_ALIGN_FILL, GTK_ALIGN_CENTER), NULL),
                          "bottom-bar");
  GtkWidget *shown = pages(box(GTK_ORIENTATION_VERTICAL, 0, list, bar, NULL),
                           status_page("document-open-recent-symbolic", "Nothing Done Yet",
                                       "What is changed is listed here.", NULL),
                           failure("The History Can’t Be Read"), NULL);
  return frame_new(application, shown, "History", 420, 560, FALSE, FALSE).window;
}

GtkWindow *duplicates_window(GtkApplication *application, const Catalogue *catalogue) {
  GtkWidget *list = list_of(catalogue->groups, G_CALLBACK(set_up_line), G_CALLBACK(bind_line),
                            "history-list");
  GtkWidget *shown = pages(
      list, status_page("edit-find-symbolic", "Looking for Duplicates…", "", NULL),
      status_page("emblem-ok-symbolic", "No Duplicates Found", "They are listed here.", NULL),
      failure("The Products Can’t Be Read"), NULL);
  GtkWidget *marked = wrapped_label("", -1, "dim-label caption"), *again = button("_Show Again", "");
  gtk_widget_set_visible(marked, FALSE);
  gtk_widget_set_visible(again, FALSE);
  GtkWidget *first = box(GTK_ORIENTATION_HORIZONTAL, 12, growing(marked, TRUE, FALSE), again, NULL);
  GtkWidget *second = box(GTK_ORIENTATION_HORIZONTAL, 6, button("_Different Products", ""),
                          button("_Merge…", ""), NULL);
  GtkWidget *bar = styled(box(GTK_ORIENTATION_VERTICAL, 6, first,
                              aligned(second, GTK_ALIGN_END, GTK_ALIGN_FILL), NULL),
                          "bottom-bar");
  shown = box(GTK_ORIENTATION_VERTICAL, 0, growing(shown, TRUE, TRUE), bar, NULL);
  return frame_new(application, shown, "Likely Duplicates", 480, 560, FALSE, FALSE).window;
}

// SPDX-License-Identifier: Apache-2.0
// What Swift cannot import from GTK: macros, variadics, and types that need C structs of their
// own. Everything is called on the main thread unless its comment says otherwise.
#pragma once

#include "../../CGtk/umbrella.h"

// MARK: Main loop

// Lets the GLib main loop run libdispatch's main queue: `Task { @MainActor }`,
// `DispatchQueue.main`. Call once, before the loop runs. Returns FALSE when libdispatch has no
// descriptor to watch.
gboolean vitrine_main_queue_attach(void);

// Releases a reference, on the main thread, because the last reference to a widget must be released
// where GTK runs. Can be called on any thread.
void vitrine_object_release(gpointer object);

// Gives memory that nothing uses any more back to the system, on any thread.
void vitrine_memory_give_back(void);

// Lets all threads allocate from two stores at most. Call once, before there are threads.
void vitrine_memory_share(void);

// MARK: Bus

// Notices from now on whether anybody calls this process over a connection.
void vitrine_watch_calls(GDBusConnection *connection);
gboolean vitrine_was_called(void);

// MARK: Type macros

GType vitrine_type_string(void);

// A boxed text type that only exists in this process: nothing converts it, so no other program and
// no text field accepts it. The same name always gives the same type.
GType vitrine_type_private_text(const char *name);

// MARK: Variadics

void vitrine_accessible_set_label(GtkWidget *widget, const char *label);
void vitrine_accessible_set_description(GtkWidget *widget, const char *description);
void vitrine_accessible_set_hidden(GtkWidget *widget);
// 1 and 0: whether what is inside is shown; -1: nothing is inside.
void vitrine_accessible_set_expanded(GtkWidget *widget, int is_expanded);
void vitrine_accessible_set_invalid(GtkWidget *widget, gboolean is_invalid);

// The accessible role can only be given at construction.
GtkWidget *vitrine_box_new_with_role(GtkOrientation orientation, int spacing,
                                     GtkAccessibleRole role);
GtkWidget *vitrine_check_button_new_with_role(GtkAccessibleRole role);
GtkWidget *vitrine_revealer_new_with_role(GtkAccessibleRole role);
GtkWidget *vitrine_label_new_with_role(GtkAccessibleRole role);

// Asks GTK's theme for its dark or its light variant, in this process only.
void vitrine_settings_set_dark(gboolean dark);
// Leaves the choice to GTK's own settings.
void vitrine_settings_reset_dark(void);
// A label that can be selected is not selected by coming to it with Tab.
void vitrine_settings_select_no_label_on_focus(void);
// Of the buttons that the desktop has for windows, leaves only the one that closes it.
void vitrine_header_bar_show_only_close(GtkWidget *bar, gboolean only_close);

// The value of an integer property.
int vitrine_object_get_int(gpointer object, const char *property);

// Delivers an event to its window now, as GDK does when it comes from the display.
void vitrine_event_deliver(GdkEvent *event);

// MARK: Places on an X screen

// Lets a window that is yet to be shown appear with its visible corner there, in dots of the screen, and on this
// workspace (0xFFFFFFFF: on all; negative: wherever it is shown).
void vitrine_window_place(GtkWidget *window, int x, int y, long workspace);

// Where a window's visible corner is now, and its workspace (negative: unknown). Returns FALSE if nobody can tell, as under
// Wayland. Asks the X server and waits for its answer.
gboolean vitrine_window_get_place(GtkWidget *window, int *x, int *y, long *workspace);

// Asks a window manager that takes the workspace of no other window (xfwm4) to put one that is shown on it. Returns FALSE if
// it took it before.
gboolean vitrine_window_move_to_workspace(GtkWidget *window, long workspace);

// Calls `changed` once the window manager has taken the window in and then whenever it may have been moved, for as long as it
// exists. To be called before it is shown. `data` is released with the window.
void vitrine_window_follow_place(GtkWidget *window, void (*changed)(gpointer data), gpointer data,
                                 GDestroyNotify release_data);

// Shows a window that is not to get the keyboard, as far as the display lets a program say so.
void vitrine_window_show_without_focus(GtkWidget *window);

// Where windows can be without covering panels.
void vitrine_monitor_get_work_area(GdkMonitor *monitor, GdkRectangle *area);

// MARK: Long text

// Let a label show a text that is laid out quickly, whatever it is. A label's text is set by these alone, and it has no
// other attributes than what they give it.
void vitrine_label_show(GtkWidget *label, const char *text);
void vitrine_label_show_markup(GtkWidget *label, const char *markup);
// The letter after `_` does with Alt what the label is for.
void vitrine_label_show_mnemonic(GtkWidget *label, const char *text);

// The same for text that others lay out, as markup. transfer full
char *vitrine_text_markup(const char *text);

// Of a text that is only read, what a view shows, and enough of the rest to be hidden; NULL for all. transfer full
char *vitrine_text_to_read(const char *text);

// Both are laid out quickly.
void vitrine_widget_set_tooltip(GtkWidget *widget, const char *text);
void vitrine_tooltip_show(GtkTooltip *tooltip, const char *text);

// From now on, the buffer's text is quickly laid out, and of a very long paragraph only the beginning and the end are.
// The text stays as it is.
void vitrine_text_buffer_fit(GtkTextBuffer *buffer);

// A widget that is visible while some of the text is not.
void vitrine_text_buffer_tell_of_hidden(GtkTextBuffer *buffer, GtkWidget *notice);

// Moves a place in text that is not shown to before that.
void vitrine_text_buffer_leave_hidden(GtkTextBuffer *buffer, GtkTextIter *place);

// MARK: Values

// Drag content that everybody can accept as text, and other programs in further media types, one on each line, which are made
// when they ask: `asked` is called for each, and every `answer` goes to vitrine_content_answer. `data` is released with the
// content. transfer full
typedef void (*VitrineContentAsked)(gpointer answer, const char *type, gpointer data);
GdkContentProvider *vitrine_content_new_on_demand(const char *text, const char *types,
                                                  VitrineContentAsked asked, gpointer data,
                                                  GDestroyNotify release_data);

// Gives these bytes to whoever asked; NULL if they could not be made. Takes over the answer.
void vitrine_content_answer(gpointer answer, GBytes *bytes);

// A table as text and as HTML. transfer full
GdkContentProvider *vitrine_content_new_table(const char *text, const char *html);

// Drag content of a type from vitrine_type_private_text. transfer full
GdkContentProvider *vitrine_content_new_private_text(GType type, const char *text);

// Clipboard content: a texture, which other programs get as a picture, and its file unless that is NULL.
// transfer full
GdkContentProvider *vitrine_content_new_picture(GdkTexture *texture, const char *path);

// The text in a value of either kind, borrowed from it; NULL if there is none.
const char *vitrine_value_get_text(const GValue *value);

// A tuple of two strings, floating.
GVariant *vitrine_variant_two_strings(const char *first, const char *second);

// The number inside however many variants and tuples it is wrapped in; -1 if there is none.
gint64 vitrine_variant_find_uint32(GVariant *variant);

// MARK: Application

// GLib has renamed the flag; its value has not changed.
GApplicationFlags vitrine_application_flags(gboolean is_service);

// MARK: List model

// A GListModel whose items are created on request, so that a million items cost no more than those
// on screen. Items are empty: the view looks up what to show by position.
GListModel *vitrine_list_model_new(void);  // transfer full

// Removes `removed` items at `position`, inserts `added`, and announces it immediately, so that the
// number of items always matches what was announced.
void vitrine_list_model_splice(GListModel *model, guint position, guint removed, guint added);

// Who knows which items of a list are selected, and is told what the user wants.
typedef struct {
  gboolean (*is_selected)(guint position, gpointer data);
  // `only`: and no others.
  void (*select)(guint position, guint count, gboolean only, gpointer data);
  void (*unselect)(guint position, guint count, gpointer data);
} VitrineSelectionOwner;

// The same list as a GtkSelectionModel of several items. transfer full
GListModel *vitrine_selection_model_new(VitrineSelectionOwner owner, gpointer data,
                                        GDestroyNotify release);

// As `vitrine_list_model_splice`, but the items behind the change stay the same ones.
void vitrine_selection_model_splice(GListModel *model, guint position, guint removed, guint added);

// Announces that other items are selected.
void vitrine_selection_model_changed(GListModel *model);

// Makes an item the one from which Shift selects on, by selecting it.
void vitrine_list_select_item(GtkWidget *list, guint position);

// Tab leads into a list to the item that had the keyboard last, and out of it from there.
void vitrine_list_make_one_tab_stop(GtkWidget *list);

// Says that several items of a list can be selected.
void vitrine_accessible_set_multi_selectable(GtkWidget *widget);

// MARK: List cells

// A line of text that asks for the height of one line of its window's font, and for no width. `align`: 0
// begins at the start of its room, 1 ends at the end. With `keeps_end`, it is cut in its middle where there is no room.
G_DECLARE_FINAL_TYPE(VitrineListText, vitrine_list_text, VITRINE, LIST_TEXT, GtkWidget)

GtkWidget *vitrine_list_text_new(float align);
void vitrine_list_text_show(GtkWidget *widget, const char *text, PangoAttrList *attributes,
                            gboolean keeps_end);

// A square that paints a texture as large as fits, or an icon instead. `side`: 0 for what the style
// sheet says.
G_DECLARE_FINAL_TYPE(VitrineListPicture, vitrine_list_picture, VITRINE, LIST_PICTURE, GtkWidget)

GtkWidget *vitrine_list_picture_new(int side);
// Fills its room, of which it asks for `side` in both directions: what does not fit is cut off, unless that is too much.
void vitrine_list_picture_fill(GtkWidget *widget, int side);
// How large it is painted then.
double vitrine_filling_scale(double width, double height, double picture_width,
                             double picture_height);
void vitrine_list_picture_show(GtkWidget *widget, GdkTexture *texture);

// MARK: Picture

// A widget that paints all of a texture, as wide as it may be and at most `limit` high, and asks for just the
// height that this takes. Without a texture it keeps the proportions of the last one.
G_DECLARE_FINAL_TYPE(VitrinePicture, vitrine_picture, VITRINE, PICTURE, GtkWidget)

GtkWidget *vitrine_picture_new(int limit);
// `longest`: what its longer side is painted at, at most.
void vitrine_picture_show(GtkWidget *widget, GdkTexture *texture, int longest);

// MARK: Painted content

// Paints what a widget has behind it, such as the colour of a window.
void vitrine_snapshot_background(GtkSnapshot *snapshot, GtkWidget *widget, double width,
                                 double height);

// MARK: Picture view

// A widget that paints a texture in a rectangle, which may be larger than the widget. Emits "resize"
// with its width and height when it is laid out; what the handler sets is painted in the same frame.
G_DECLARE_FINAL_TYPE(VitrinePictureView, vitrine_picture_view, VITRINE, PICTURE_VIEW, GtkWidget)

GtkWidget *vitrine_picture_view_new(void);
void vitrine_picture_view_set_texture(GtkWidget *widget, GdkTexture *texture);
void vitrine_picture_view_set_frame(GtkWidget *widget, double x, double y, double width,
                                    double height);

// MARK: Printers

// Calls `found` with the name of each printer, as they are found. `data` is released when all are.
void vitrine_printers_each(void (*found)(const char *name, gpointer data), gpointer data,
                           GDestroyNotify release_data);

// How a printer's driver calls a paper, by which kind of name, how people do, and its sides in points.
typedef void (*VitrinePaperFunction)(const char *name, gboolean is_ipp, const char *title, double width,
                                     double height, gpointer data);
// Calls `found` with each paper of the printer of this name, once it has said which. `data` is released when nothing more
// comes.
void vitrine_printer_papers(const char *printer, VitrinePaperFunction found, gpointer data,
                            GDestroyNotify release_data);

// MARK: Keyring

// Off the main thread, all of them: the keyring may have a person unlock it first, and they wait for that.

// Whether there is one that keeps something.
gboolean vitrine_keyring_is_there(void);
// Transfer full, to vitrine_keyring_free; NULL if there is none. `schema` says whose passwords these are.
char *vitrine_keyring_find(const char *schema, const char *address);
// In the place of the one that was kept for the address. FALSE if it is not kept.
gboolean vitrine_keyring_keep(const char *schema, const char *address, const char *label,
                              const char *password);
// FALSE if it is there still.
gboolean vitrine_keyring_remove(const char *schema, const char *address);
void vitrine_keyring_free(char *password);

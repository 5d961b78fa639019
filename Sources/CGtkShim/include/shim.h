// What Swift cannot import from GTK: macros, variadics, and types that need C structs of their
// own. Everything is called on the main thread unless its comment says otherwise.
#pragma once

#include "../../CGtk/umbrella.h"

// MARK: Main loop

// Lets the GLib main loop run what libdispatch's main queue holds: `Task { @MainActor }`,
// `DispatchQueue.main`. Call once, before the loop runs. Returns FALSE when libdispatch has no
// descriptor to watch.
gboolean vitrine_main_queue_attach(void);

// Gives back one reference; from another thread it is carried over to the main one first, because
// the last reference of a widget must die where GTK lives. Any thread.
void vitrine_object_release(gpointer object);

// MARK: Type macros

GType vitrine_type_string(void);

// A boxed text that has no form outside this process: nothing converts it, so no other program and
// no text field takes it. The same name gives the same type again.
GType vitrine_type_private_text(const char *name);

// MARK: Variadics

void vitrine_accessible_set_label(GtkWidget *widget, const char *label);
void vitrine_accessible_set_description(GtkWidget *widget, const char *description);
void vitrine_accessible_set_hidden(GtkWidget *widget);
void vitrine_accessible_set_invalid(GtkWidget *widget, gboolean is_invalid);

// The accessible role can only be given at construction.
GtkWidget *vitrine_box_new_with_role(GtkOrientation orientation, int spacing,
                                     GtkAccessibleRole role);
GtkWidget *vitrine_revealer_new_with_role(GtkAccessibleRole role);

// Asks GTK's theme for its dark or its light variant, in this process only.
void vitrine_settings_set_dark(gboolean dark);

// A property that is a whole number.
int vitrine_object_get_int(gpointer object, const char *property);

// MARK: Values

// A drag's content that other programs can take as text or as a link. transfer full
GdkContentProvider *vitrine_content_new_link(const char *link);

// A drag's content of a type made by vitrine_type_private_text. transfer full
GdkContentProvider *vitrine_content_new_private_text(GType type, const char *text);

// The text in a value of either kind, borrowed from it; NULL when there is none.
const char *vitrine_value_get_text(const GValue *value);

// A tuple of two strings, floating.
GVariant *vitrine_variant_two_strings(const char *first, const char *second);

// The number inside however many variants and tuples it is wrapped in; -1 when there is none.
gint64 vitrine_variant_find_uint32(GVariant *variant);

// MARK: Application

// GLib renamed the flag's spelling over time; the numbers did not change.
GApplicationFlags vitrine_application_flags(gboolean is_service);

// MARK: List model

// A GListModel whose rows are made when they are asked for, so that a million cost what the screen
// shows. A row carries nothing: its view looks up what to show by the row's position.
GListModel *vitrine_list_model_new(void);  // transfer full

// Takes `removed` rows out at `position`, puts `added` in, and says so at once: the number of
// rows is always the sum of what was announced.
void vitrine_list_model_splice(GListModel *model, guint position, guint removed, guint added);

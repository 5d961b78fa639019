// SPDX-License-Identifier: Apache-2.0
// Passwords in the desktop's keyring, by the interface that GNOME's, KDE's and others have on the session bus. Each
// call has a connection of its own, which ends with it: nothing of the keyring outlasts a call, and no other thread
// waits for it.
#include <string.h>

#include "shim.h"

static const char service[] = "org.freedesktop.secrets";
static const char root[] = "/org/freedesktop/secrets";
// What no person has to do takes no longer.
static const int soon = 10 * 1000;
// A person may have to look for the keyring's own password.
static const guint patience = 5 * 60;

// Transfer full; NULL without a session bus.
static GDBusConnection *connect_to_bus(void) {
  char *address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!address) return NULL;
  GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, NULL);
  g_free(address);
  return bus;
}

static void leave_bus(GDBusConnection *bus) {
  g_dbus_connection_close_sync(bus, NULL, NULL);
  g_object_unref(bus);
}

// Transfer full; NULL if it was refused, or answered with another type. Takes in floating arguments.
static GVariant *call(GDBusConnection *bus, const char *path, const char *interface,
                      const char *method, GVariant *arguments, const char *answer) {
  char *name = g_strconcat("org.freedesktop.Secret.", interface, NULL);
  GVariant *values = g_dbus_connection_call_sync(bus, service, path, name, method, arguments,
                                                 G_VARIANT_TYPE(answer), G_DBUS_CALL_FLAGS_NONE,
                                                 soon, NULL, NULL);
  g_free(name);
  return values;
}

// MARK: Asking the person

struct asking {
  gboolean is_over, is_agreed;
};

static void answered(GDBusConnection *bus, const char *sender, const char *path,
                     const char *interface, const char *signal, GVariant *values, gpointer data) {
  struct asking *asking = data;
  gboolean is_dismissed = TRUE;
  if (g_variant_is_of_type(values, G_VARIANT_TYPE("(bv)")))
    g_variant_get_child(values, 0, "b", &is_dismissed);
  asking->is_agreed = !is_dismissed;
  asking->is_over = TRUE;
}

static gboolean give_up(gpointer data) {
  ((struct asking *)data)->is_over = TRUE;
  return G_SOURCE_REMOVE;
}

// Lets the keyring ask what it has to, such as its own password. TRUE if there was nothing to ask.
static gboolean agree(GDBusConnection *bus, const char *prompt) {
  if (strcmp(prompt, "/") == 0) return TRUE;
  struct asking asking = {FALSE, FALSE};
  GMainContext *here = g_main_context_new();
  g_main_context_push_thread_default(here);
  guint listening = g_dbus_connection_signal_subscribe(
      bus, service, "org.freedesktop.Secret.Prompt", "Completed", prompt, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, answered, &asking, NULL);
  GSource *late = g_timeout_source_new_seconds(patience);
  g_source_set_callback(late, give_up, &asking, NULL);
  g_source_attach(late, here);
  GVariant *begun = call(bus, prompt, "Prompt", "Prompt", g_variant_new("(s)", ""), "()");
  if (begun)
    while (!asking.is_over) g_main_context_iteration(here, TRUE);
  g_clear_pointer(&begun, g_variant_unref);
  g_source_destroy(late);
  g_source_unref(late);
  g_dbus_connection_signal_unsubscribe(bus, listening);
  g_main_context_pop_thread_default(here);
  g_main_context_unref(here);
  return asking.is_agreed;
}

static gboolean unlock(GDBusConnection *bus, const char *object) {
  const char *objects[] = {object, NULL};
  GVariant *answer =
      call(bus, root, "Service", "Unlock", g_variant_new("(^ao)", objects), "(aoo)");
  if (!answer) return FALSE;
  const char *prompt = NULL;
  // Borrowed from the answer.
  g_variant_get_child(answer, 1, "&o", &prompt);
  gboolean is_open = agree(bus, prompt);
  g_variant_unref(answer);
  return is_open;
}

// MARK: Items

// Floating: what an item is found by.
static GVariant *attributes(const char *schema, const char *address) {
  GVariantBuilder builder;
  g_variant_builder_init(&builder, G_VARIANT_TYPE("a{ss}"));
  g_variant_builder_add(&builder, "{ss}", "xdg:schema", schema);
  g_variant_builder_add(&builder, "{ss}", "address", address);
  return g_variant_builder_end(&builder);
}

// The items with these attributes, each in turn; those that are locked come last. FALSE from `body` ends it.
static void each_item(GDBusConnection *bus, const char *schema, const char *address,
                      gboolean (*body)(GDBusConnection *, const char *, gboolean, gpointer),
                      gpointer data) {
  GVariant *arguments[] = {attributes(schema, address)};
  GVariant *found = call(bus, root, "Service", "SearchItems", g_variant_new_tuple(arguments, 1),
                         "(aoao)");
  if (!found) return;
  gboolean goes_on = TRUE;
  for (gsize is_locked = 0; is_locked < 2 && goes_on; is_locked++) {
    // Transfer full.
    GVariant *items = g_variant_get_child_value(found, is_locked);
    for (gsize place = 0; place < g_variant_n_children(items) && goes_on; place++) {
      const char *item = NULL;
      // Borrowed from the items.
      g_variant_get_child(items, place, "&o", &item);
      goes_on = body(bus, item, is_locked == 1, data);
    }
    g_variant_unref(items);
  }
  g_variant_unref(found);
}

// Transfer full: a session without encryption of its own, since only this user's programs hear this bus.
static char *open_session(GDBusConnection *bus) {
  GVariant *answer = call(bus, root, "Service", "OpenSession",
                          g_variant_new("(sv)", "plain", g_variant_new_string("")), "(vo)");
  if (!answer) return NULL;
  char *session = NULL;
  g_variant_get_child(answer, 1, "o", &session);
  g_variant_unref(answer);
  return session;
}

// Transfer full; NULL if there is none to keep anything in.
static char *default_collection(GDBusConnection *bus) {
  GVariant *answer =
      call(bus, root, "Service", "ReadAlias", g_variant_new("(s)", "default"), "(o)");
  if (!answer) return NULL;
  char *collection = NULL;
  g_variant_get(answer, "(o)", &collection);
  g_variant_unref(answer);
  if (strcmp(collection, "/") == 0) g_clear_pointer(&collection, g_free);
  return collection;
}

struct reading {
  const char *session;
  char *password;
};

static gboolean read_item(GDBusConnection *bus, const char *item, gboolean is_locked,
                          gpointer data) {
  struct reading *reading = data;
  if (is_locked && !unlock(bus, item)) return FALSE;
  GVariant *answer = call(bus, item, "Item", "GetSecret", g_variant_new("(o)", reading->session),
                          "((oayays))");
  if (!answer) return TRUE;
  GVariant *bytes = NULL;
  g_variant_get(answer, "((o@ay@ays))", NULL, NULL, &bytes, NULL);
  gsize length = 0;
  // Borrowed from the bytes.
  const char *text = g_variant_get_fixed_array(bytes, &length, 1);
  reading->password = g_strndup(text, length);
  g_variant_unref(bytes);
  g_variant_unref(answer);
  return FALSE;
}

static gboolean remove_item(GDBusConnection *bus, const char *item, gboolean is_locked,
                            gpointer data) {
  GVariant *answer = call(bus, item, "Item", "Delete", NULL, "(o)");
  if (!answer) return TRUE;
  const char *prompt = NULL;
  // Borrowed from the answer.
  g_variant_get(answer, "(&o)", &prompt);
  if (!agree(bus, prompt)) *(gboolean *)data = FALSE;
  g_variant_unref(answer);
  return TRUE;
}

// MARK: For Swift

gboolean vitrine_keyring_is_there(void) {
  GDBusConnection *bus = connect_to_bus();
  if (!bus) return FALSE;
  char *collection = default_collection(bus);
  leave_bus(bus);
  gboolean is_there = collection != NULL;
  g_free(collection);
  return is_there;
}

char *vitrine_keyring_find(const char *schema, const char *address) {
  GDBusConnection *bus = connect_to_bus();
  if (!bus) return NULL;
  char *session = open_session(bus);
  struct reading reading = {session, NULL};
  if (session) each_item(bus, schema, address, read_item, &reading);
  g_free(session);
  leave_bus(bus);
  return reading.password;
}

gboolean vitrine_keyring_keep(const char *schema, const char *address, const char *label,
                              const char *password) {
  GDBusConnection *bus = connect_to_bus();
  if (!bus) return FALSE;
  char *collection = default_collection(bus);
  char *session = collection ? open_session(bus) : NULL;
  gboolean is_kept = FALSE;
  if (session && unlock(bus, collection)) {
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a{sv}"));
    g_variant_builder_add(&properties, "{sv}", "org.freedesktop.Secret.Item.Label",
                          g_variant_new_string(label));
    g_variant_builder_add(&properties, "{sv}", "org.freedesktop.Secret.Item.Attributes",
                          attributes(schema, address));
    GVariant *bytes = g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, password, strlen(password), 1);
    GVariant *nothing = g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, NULL, 0, 1);
    GVariant *secret = g_variant_new("(o@ay@ays)", session, nothing, bytes, "text/plain");
    // In the place of one with the same attributes.
    GVariant *answer =
        call(bus, collection, "Collection", "CreateItem",
             g_variant_new("(a{sv}@(oayays)b)", &properties, secret, TRUE), "(oo)");
    if (answer) {
      const char *prompt = NULL;
      // Borrowed from the answer.
      g_variant_get_child(answer, 1, "&o", &prompt);
      is_kept = agree(bus, prompt);
      g_variant_unref(answer);
    }
  }
  g_free(session);
  g_free(collection);
  leave_bus(bus);
  return is_kept;
}

gboolean vitrine_keyring_remove(const char *schema, const char *address) {
  GDBusConnection *bus = connect_to_bus();
  if (!bus) return TRUE;
  gboolean is_gone = TRUE;
  each_item(bus, schema, address, remove_item, &is_gone);
  leave_bus(bus);
  return is_gone;
}

void vitrine_keyring_free(char *password) {
  if (!password) return;
  explicit_bzero(password, strlen(password));
  g_free(password);
}

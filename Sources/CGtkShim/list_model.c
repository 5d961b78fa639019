// SPDX-License-Identifier: Apache-2.0
// A GListModel that only knows its number of items and creates an item on request, and one with a
// selection that is asked for item by item.

#include "shim.h"

typedef struct {
  GObject parent;
  guint count;
  GHashTable *items; // those that exist, by position
  guint got;         // of the item that was asked for last
  guint *moved;      // how many items live on that may be somewhere else; they share it
} VitrineListModel;

typedef struct {
  GObjectClass parent;
} VitrineListModelClass;

// An item is the same one as long as GTK holds it and it stays where it is; with a selection, also where it moves. GTK shows a row anew if its item
// is another one than before, and it asks for all items when another one is selected.
typedef struct {
  GObject parent;
  VitrineListModel *list; // NULL once the item may be somewhere else
  guint *moved;           // the list's, from then on
  guint position;
  int shown_selected; // as its row looks; -1 if that is not known
} VitrineListItem;

typedef struct {
  GObjectClass parent;
} VitrineListItemClass;

G_DEFINE_TYPE(VitrineListItem, vitrine_list_item, G_TYPE_OBJECT)

static void list_item_finalize(GObject *object) {
  VitrineListItem *self = (VitrineListItem *)object;
  if (self->list) g_hash_table_remove(self->list->items, GUINT_TO_POINTER(self->position));
  if (self->moved) *self->moved -= 1;
  if (self->moved) g_rc_box_release(self->moved);
  G_OBJECT_CLASS(vitrine_list_item_parent_class)->finalize(object);
}

static void vitrine_list_item_class_init(VitrineListItemClass *class) {
  G_OBJECT_CLASS(class)->finalize = list_item_finalize;
}

static void vitrine_list_item_init(VitrineListItem *self) { (void)self; }

static GType list_model_get_item_type(GListModel *model) {
  (void)model;
  return G_TYPE_OBJECT;
}

static guint list_model_get_n_items(GListModel *model) {
  return ((VitrineListModel *)model)->count;
}

static gpointer list_model_get_item(GListModel *model, guint position) {
  VitrineListModel *self = (VitrineListModel *)model;
  if (position >= self->count) return NULL;
  self->got = position;
  VitrineListItem *item = g_hash_table_lookup(self->items, GUINT_TO_POINTER(position));
  if (item) return g_object_ref(item);
  item = g_object_new(vitrine_list_item_get_type(), NULL); // transfer full
  item->list = self;
  item->position = position;
  item->shown_selected = -1;
  g_hash_table_insert(self->items, GUINT_TO_POINTER(position), item);
  return item;
}

// Lets go of a number of items from a position on.
static void list_model_forget_items(VitrineListModel *self, guint first, guint count) {
  GHashTableIter iterator;
  gpointer value;
  g_hash_table_iter_init(&iterator, self->items);
  while (g_hash_table_iter_next(&iterator, NULL, &value)) {
    VitrineListItem *item = value;
    if (item->position < first || item->position - first >= count) continue;
    item->list = NULL;
    item->moved = g_rc_box_acquire(self->moved);
    *item->moved += 1;
    g_hash_table_iter_remove(&iterator);
  }
}

static void list_model_interface_init(GListModelInterface *interface) {
  interface->get_item_type = list_model_get_item_type;
  interface->get_n_items = list_model_get_n_items;
  interface->get_item = list_model_get_item;
}

G_DEFINE_TYPE_WITH_CODE(VitrineListModel, vitrine_list_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_interface_init))

static void list_model_finalize(GObject *object) {
  VitrineListModel *self = (VitrineListModel *)object;
  list_model_forget_items(self, 0, G_MAXUINT);
  g_hash_table_unref(self->items);
  g_rc_box_release(self->moved);
  G_OBJECT_CLASS(vitrine_list_model_parent_class)->finalize(object);
}

static void vitrine_list_model_class_init(VitrineListModelClass *class) {
  G_OBJECT_CLASS(class)->finalize = list_model_finalize;
}

static void vitrine_list_model_init(VitrineListModel *self) {
  self->items = g_hash_table_new(NULL, NULL); // borrowed: an item removes itself
  self->moved = g_rc_box_new0(guint);
}

GListModel *vitrine_list_model_new(void) {
  return g_object_new(vitrine_list_model_get_type(), NULL);
}

void vitrine_list_model_splice(GListModel *model, guint position, guint removed, guint added) {
  VitrineListModel *self = (VitrineListModel *)model;
  g_return_if_fail(position <= self->count && removed <= self->count - position);
  list_model_forget_items(self, position, G_MAXUINT);
  self->count = self->count - removed + added;
  g_list_model_items_changed(model, position, removed, added);
}

// GTK's own selection of several items keeps an object for each of them: a million would take a
// second. This one keeps nothing. GTK's other ways to select call set_selection.

typedef struct {
  VitrineListModel parent;
  VitrineSelectionOwner owner;
  gpointer data;
  GDestroyNotify release;
} VitrineSelectionModel;

typedef struct {
  VitrineListModelClass parent;
} VitrineSelectionModelClass;

static gboolean selection_is_selected(GtkSelectionModel *model, guint position) {
  VitrineSelectionModel *self = (VitrineSelectionModel *)model;
  gboolean is_selected =
      position < self->parent.count && self->owner.is_selected(position, self->data);
  VitrineListItem *item = g_hash_table_lookup(self->parent.items, GUINT_TO_POINTER(position));
  // A row asks for its item, then for this. Clicks and keys ask for this alone, and show nothing.
  if (item && self->parent.got == position) item->shown_selected = is_selected;
  self->parent.got = GTK_INVALID_LIST_POSITION;
  return is_selected;
}

static gboolean selection_set(GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
  VitrineSelectionModel *self = (VitrineSelectionModel *)model;
  guint count = self->parent.count;
  if (count == 0 || gtk_bitset_is_empty(mask)) return FALSE;
  gboolean is_all = gtk_bitset_get_size_in_range(mask, 0, count - 1) == count;
  // Keys and clicks ask for one range, to be selected or not.
  GtkBitset *asked = gtk_bitset_copy(mask);
  gtk_bitset_intersect(asked, selected);
  gboolean selects = !gtk_bitset_is_empty(asked);
  if (!selects) gtk_bitset_union(asked, mask);
  guint first = gtk_bitset_get_minimum(asked);
  guint last = MIN(gtk_bitset_get_maximum(asked), count - 1);
  gboolean is_range = first <= last && gtk_bitset_get_size_in_range(asked, first, last) == last - first + 1;
  gtk_bitset_unref(asked);
  if (!is_range) return FALSE;
  if (selects) {
    self->owner.select(first, last - first + 1, is_all, self->data);
  } else {
    self->owner.unselect(first, last - first + 1, self->data);
  }
  return TRUE;
}

static void selection_interface_init(GtkSelectionModelInterface *interface) {
  interface->is_selected = selection_is_selected;
  interface->set_selection = selection_set;
}

G_DEFINE_TYPE_WITH_CODE(VitrineSelectionModel, vitrine_selection_model,
                        vitrine_list_model_get_type(),
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, selection_interface_init))

static void selection_finalize(GObject *object) {
  VitrineSelectionModel *self = (VitrineSelectionModel *)object;
  self->release(self->data);
  G_OBJECT_CLASS(vitrine_selection_model_parent_class)->finalize(object);
}

static void vitrine_selection_model_class_init(VitrineSelectionModelClass *class) {
  G_OBJECT_CLASS(class)->finalize = selection_finalize;
}

static void vitrine_selection_model_init(VitrineSelectionModel *self) { (void)self; }

GListModel *vitrine_selection_model_new(VitrineSelectionOwner owner, gpointer data,
                                        GDestroyNotify release) {
  VitrineSelectionModel *self = g_object_new(vitrine_selection_model_get_type(), NULL);
  self->owner = owner;
  self->data = data;
  self->release = release;
  return G_LIST_MODEL(self);
}

// Its items stay with what they stand for, wherever that moves: GTK shows each row anew that has another item. Whoever
// shows the rows of this list hears separately of what has changed in them.
void vitrine_selection_model_splice(GListModel *model, guint position, guint removed, guint added) {
  VitrineListModel *self = (VitrineListModel *)model;
  g_return_if_fail(position <= self->count && removed <= self->count - position);
  list_model_forget_items(self, position, removed);
  GHashTable *items = g_hash_table_new(NULL, NULL);
  GHashTableIter iterator;
  gpointer value;
  g_hash_table_iter_init(&iterator, self->items);
  while (g_hash_table_iter_next(&iterator, NULL, &value)) {
    VitrineListItem *item = value;
    if (item->position >= position) item->position = item->position - removed + added;
    g_hash_table_insert(items, GUINT_TO_POINTER(item->position), item);
  }
  g_hash_table_unref(self->items);
  self->items = items;
  self->got = GTK_INVALID_LIST_POSITION;
  self->count = self->count - removed + added;
  g_list_model_items_changed(model, position, removed, added);
}

static int compare_positions(gconstpointer first, gconstpointer second) {
  guint a = *(const guint *)first, b = *(const guint *)second;
  return a < b ? -1 : a > b;
}

// GTK shows every row anew that it is told about, and has two hundred: it is only told of those that look
// otherwise than they should. Rows that are gone may keep their item for a while; as long as one does, of all.
void vitrine_selection_model_changed(GListModel *model) {
  VitrineSelectionModel *self = (VitrineSelectionModel *)model;
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(model);
  GArray *changed = g_array_new(FALSE, FALSE, sizeof(guint));
  GHashTableIter iterator;
  gpointer value;
  g_hash_table_iter_init(&iterator, self->parent.items);
  while (g_hash_table_iter_next(&iterator, NULL, &value)) {
    VitrineListItem *item = value;
    gboolean is_selected = self->owner.is_selected(item->position, self->data);
    if (item->shown_selected == is_selected) continue;
    item->shown_selected = is_selected;
    g_array_append_val(changed, item->position);
  }
  g_array_sort(changed, compare_positions);
  if (*self->parent.moved > 0) {
    guint count = self->parent.count;
    if (count > 0) gtk_selection_model_selection_changed(selection, 0, count);
    g_array_set_size(changed, 0);
  }
  for (guint i = 0, count; i < changed->len; i += count) {
    guint first = g_array_index(changed, guint, i);
    for (count = 1; i + count < changed->len; count++)
      if (g_array_index(changed, guint, i + count) != first + count) break;
    gtk_selection_model_selection_changed(selection, first, count);
  }
  g_array_unref(changed);
}

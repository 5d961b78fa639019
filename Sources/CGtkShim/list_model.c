// A GListModel that only knows its number of items and creates an item on request.

#include "shim.h"

typedef struct {
  GObject parent;
  guint count;
} VitrineListModel;

typedef struct {
  GObjectClass parent;
} VitrineListModelClass;

static GType list_model_get_item_type(GListModel *model) {
  (void)model;
  return G_TYPE_OBJECT;
}

static guint list_model_get_n_items(GListModel *model) {
  return ((VitrineListModel *)model)->count;
}

static gpointer list_model_get_item(GListModel *model, guint position) {
  VitrineListModel *self = (VitrineListModel *)model;
  return position < self->count ? g_object_new(G_TYPE_OBJECT, NULL) : NULL;
}

static void list_model_interface_init(GListModelInterface *interface) {
  interface->get_item_type = list_model_get_item_type;
  interface->get_n_items = list_model_get_n_items;
  interface->get_item = list_model_get_item;
}

G_DEFINE_TYPE_WITH_CODE(VitrineListModel, vitrine_list_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_interface_init))

static void vitrine_list_model_class_init(VitrineListModelClass *class) { (void)class; }

static void vitrine_list_model_init(VitrineListModel *self) { (void)self; }

GListModel *vitrine_list_model_new(void) {
  return g_object_new(vitrine_list_model_get_type(), NULL);
}

void vitrine_list_model_splice(GListModel *model, guint position, guint removed, guint added) {
  VitrineListModel *self = (VitrineListModel *)model;
  g_return_if_fail(position <= self->count && removed <= self->count - position);
  self->count = self->count - removed + added;
  g_list_model_items_changed(model, position, removed, added);
}

// SPDX-License-Identifier: Apache-2.0
// Reads what is shown: a line for each thing, its words with tabs between them. What belongs to a product
// follows it.

#include "baseline.h"

#include <string.h>

G_DEFINE_TYPE(Item, item, G_TYPE_OBJECT)
static void item_init(Item *item) { (void)item; }
static void item_class_init(ItemClass *class) { (void)class; }

GPtrArray *lines_of(const char *file) {
  char *text;
  GError *error = NULL;
  if (!g_file_get_contents(file, &text, NULL, &error)) g_error("%s", error->message);
  GPtrArray *lines = g_ptr_array_new();
  char *rest = text;
  for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
    if (!*line) continue;
    char **words = g_strsplit(line, "\t", -1);
    for (char **word = words; *word; word++) {
      char *plain = g_strcompress(*word);
      g_free(*word);
      *word = plain;
    }
    g_ptr_array_add(lines, words);
  }
  g_free(text);
  return lines;
}

static Product *product_new(char **words) {
  Product *product = g_new0(Product, 1);
  const char **texts[] = {
      &product->title, &product->price, &product->year, &product->category, &product->categories,
      &product->category_path, &product->description, &product->sku, &product->gtin,
      &product->stock, &product->minimum};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) *texts[i] = words[i + 1];
  GPtrArray **lists[] = {&product->facts, &product->tags, &product->pictures, &product->notes};
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++) *lists[i] = g_ptr_array_new();
  return product;
}

static void add(GListStore *list, const Product *product, char **words) {
  Item *item = g_object_new(TYPE_ITEM, NULL);
  item->product = product;
  item->words = words;
  g_list_store_append(list, item);
  g_object_unref(item);
}

const Catalogue *catalogue_read(const char *file) {
  Catalogue *catalogue = g_new0(Catalogue, 1);
  GListStore **lists[] = {&catalogue->products, &catalogue->notes, &catalogue->groups,
                          &catalogue->steps, &catalogue->places};
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++) *lists[i] = g_list_store_new(TYPE_ITEM);
  GPtrArray *lines = lines_of(file);
  Product *product = NULL;
  for (guint i = 0; i < lines->len; i++) {
    char **words = g_ptr_array_index(lines, i);
    const char *kind = words[0];
    if (g_str_equal(kind, "product")) {
      product = product_new(words);
      add(catalogue->products, product, words);
    } else if (g_str_equal(kind, "note")) add(catalogue->notes, NULL, words);
    else if (g_str_equal(kind, "group")) add(catalogue->groups, NULL, words);
    else if (g_str_equal(kind, "step")) add(catalogue->steps, NULL, words);
    else if (g_str_equal(kind, "place") || g_str_equal(kind, "category") ||
             g_str_equal(kind, "heading"))
      add(catalogue->places, NULL, words);
    else if (product && g_str_equal(kind, "fact")) g_ptr_array_add(product->facts, words);
    else if (product && g_str_equal(kind, "tag")) g_ptr_array_add(product->tags, words);
    else if (product && g_str_equal(kind, "picture")) g_ptr_array_add(product->pictures, words);
    else if (product && g_str_equal(kind, "own-note")) g_ptr_array_add(product->notes, words);
  }
  return catalogue;
}

const Product *product_at(const Catalogue *catalogue, guint position) {
  Item *item = g_list_model_get_item(G_LIST_MODEL(catalogue->products), position);
  if (!item) g_error("There is no product %u.", position);
  const Product *product = item->product;
  g_object_unref(item);
  return product;
}

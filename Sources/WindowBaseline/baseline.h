// SPDX-License-Identifier: Apache-2.0
// Windows of the same kinds as Vitrine's in plain C, to compare their speed with: made of the widgets that
// Vitrine's had in November 2026, with the same texts, and nothing behind them. They do not follow what
// Vitrine's gain or lose since. There is no database, no saved state and nothing to do but to look. What is
// shown is read from two files that the benchmark writes; the style sheet is Vitrine's.
#pragma once

#include "../CGtk/umbrella.h"

// MARK: What is shown (catalogue.c)

typedef struct {
  const char *title, *price, *year, *category, *categories, *category_path, *description, *sku, *gtin,
      *stock, *minimum;
  // Each has the words of a line: a name and a text, a file and a caption, a title and a text.
  GPtrArray *facts, *tags, *pictures, *notes;
} Product;

// A line of a list: what it says, or the product it shows.
#define TYPE_ITEM (item_get_type())
G_DECLARE_FINAL_TYPE(Item, item, , ITEM, GObject)
struct _Item {
  GObject parent;
  const Product *product;
  char **words;
};

typedef struct {
  GListStore *products, *notes, *groups, *steps, *places;
} Catalogue;

// Ends the program if the file can't be read.
const Catalogue *catalogue_read(const char *file);
// The lines of a file, each as its words.
GPtrArray *lines_of(const char *file);
const Product *product_at(const Catalogue *catalogue, guint position);

// MARK: Parts of windows (parts.c)

GtkWidget *box(GtkOrientation orientation, int spacing, ...) G_GNUC_NULL_TERMINATED;
GtkWidget *styled(GtkWidget *widget, const char *classes);
GtkWidget *label(const char *text, const char *classes);
GtkWidget *cut_label(const char *text, const char *classes);
GtkWidget *wrapped_label(const char *text, int characters, const char *classes);
GtkWidget *button(const char *label, const char *classes);
GtkWidget *icon_button(const char *icon, const char *classes);
GtkWidget *hidden(GtkWidget *widget);
GtkWidget *growing(GtkWidget *widget, gboolean horizontally, gboolean vertically);
GtkWidget *aligned(GtkWidget *widget, GtkAlign horizontally, GtkAlign vertically);
GtkWidget *scrolled(GtkWidget *child);
GtkWidget *status_page(const char *icon, const char *title, const char *text, const char *action);
GtkWidget *banner(const char *classes);
GtkWidget *name_popover(const char *action);
GMenuModel *main_menu(gboolean has_view, gboolean has_product);
GMenuModel *filter_menu(void);
GtkWidget *menu_button(const char *icon, GMenuModel *model);
GtkListItemFactory *factory(GCallback set_up, GCallback bind, gpointer data);

// A picture of a product in a frame of its own.
GtkWidget *picture_frame(int pixels, int side);
void picture_frame_show(GtkWidget *frame, const Product *product);
// Decodes a picture on another thread, once for each size, and gives it to a function.
typedef void (*ShowPicture)(GtkWidget *widget, GdkTexture *texture);
void picture_read(const char *file, int pixels, GtkWidget *widget, ShowPicture show);

// MARK: Windows

typedef struct {
  GtkWindow *window;
  GtkWidget *header;
} Frame;

// What all windows have: header bar, menu, banners, toast.
Frame frame_new(GtkApplication *application, GtkWidget *content, const char *title, int width,
                int height, gboolean has_view, gboolean has_product);
void header_title(Frame frame, const char *title, const char *subtitle);

GtkWindow *browser_window(GtkApplication *application, const Catalogue *catalogue,
                          const Product *product, gboolean is_grid);
typedef enum { TAB_DETAILS, TAB_PICTURES, TAB_NOTES } Tab;
GtkWidget *detail_view(const Product *product, Tab tab, gboolean is_form);
GtkWidget *product_form(const Product *product);
GtkWindow *product_window(GtkApplication *application, const Product *product, Tab tab,
                          gboolean is_form);
GtkWindow *picture_window(GtkApplication *application, const Product *product);
GtkWindow *notes_window(GtkApplication *application, const Catalogue *catalogue);
GtkWindow *history_window(GtkApplication *application, const Catalogue *catalogue);
GtkWindow *duplicates_window(GtkApplication *application, const Catalogue *catalogue);
GtkWindow *merge_window(GtkApplication *application, const Product *one, const Product *other);
GtkWindow *preferences_window(GtkApplication *application);

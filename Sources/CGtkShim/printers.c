// SPDX-License-Identifier: Apache-2.0
// The printers that GTK knows. Their functions are in GTK's library, their header in a directory that only another package
// of its names.

#include "shim.h"

typedef struct _GtkPrinter GtkPrinter;
typedef gboolean (*PrinterFunction)(GtkPrinter *printer, gpointer data);
extern void gtk_enumerate_printers(PrinterFunction function, gpointer data, GDestroyNotify destroy,
                                   gboolean wait);
extern const char *gtk_printer_get_name(GtkPrinter *printer);
extern gboolean gtk_printer_is_virtual(GtkPrinter *printer);

typedef struct {
  void (*found)(const char *name, gpointer data);
  gpointer data;
  GDestroyNotify release_data;
} Search;

static gboolean tell(GtkPrinter *printer, gpointer data) {
  const Search *search = data;
  // A virtual one writes files.
  if (!gtk_printer_is_virtual(printer)) search->found(gtk_printer_get_name(printer), search->data);
  return FALSE;
}

static void end(gpointer data) {
  Search *search = data;
  search->release_data(search->data);
  g_free(search);
}

void vitrine_printers_each(void (*found)(const char *name, gpointer data), gpointer data,
                           GDestroyNotify release_data) {
  Search *search = g_new(Search, 1);
  *search = (Search){found, data, release_data};
  gtk_enumerate_printers(tell, search, end, FALSE);
}

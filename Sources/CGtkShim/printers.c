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
extern gboolean gtk_printer_has_details(GtkPrinter *printer);
extern void gtk_printer_request_details(GtkPrinter *printer);
extern GList *gtk_printer_list_papers(GtkPrinter *printer);

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

// One for the looking itself, and one for the answer of a printer that was found.
typedef struct {
  char *printer;
  VitrinePaperFunction found;
  gpointer data;
  GDestroyNotify release_data;
} Papers;

static void release_parts(gpointer data) {
  Papers *papers = data;
  papers->release_data(papers->data);
  g_free(papers->printer);
}

static void release(gpointer papers) { g_rc_box_release_full(papers, release_parts); }
static void release_closure(gpointer papers, GClosure *closure) {
  (void)closure;
  release(papers);
}

static void list(GtkPrinter *printer, gboolean is_known, gpointer data) {
  const Papers *papers = data;
  if (!is_known) return;
  // transfer full, with what is in it
  GList *setups = gtk_printer_list_papers(printer);
  for (GList *next = setups; next; next = next->next) {
    GtkPaperSize *paper = gtk_page_setup_get_paper_size(next->data);
    const char *name = gtk_paper_size_get_ppd_name(paper);
    gboolean is_ipp = !name && gtk_paper_size_is_ipp(paper);
    if (is_ipp) name = gtk_paper_size_get_name(paper);
    if (!name) continue;
    papers->found(name, is_ipp, gtk_paper_size_get_display_name(paper),
                  gtk_paper_size_get_width(paper, GTK_UNIT_POINTS),
                  gtk_paper_size_get_height(paper, GTK_UNIT_POINTS), papers->data);
  }
  g_list_free_full(setups, g_object_unref);
}

static gboolean ask_for_papers(GtkPrinter *printer, gpointer data) {
  Papers *papers = data;
  if (gtk_printer_is_virtual(printer) || strcmp(gtk_printer_get_name(printer), papers->printer) != 0)
    return FALSE;
  if (gtk_printer_has_details(printer)) {
    list(printer, TRUE, papers);
    return TRUE;
  }
  g_signal_connect_data(printer, "details-acquired", G_CALLBACK(list), g_rc_box_acquire(papers),
                        release_closure, 0);
  gtk_printer_request_details(printer);
  return TRUE;
}

void vitrine_printer_papers(const char *printer, VitrinePaperFunction found, gpointer data,
                            GDestroyNotify release_data) {
  Papers *papers = g_rc_box_new(Papers);
  *papers = (Papers){g_strdup(printer), found, data, release_data};
  gtk_enumerate_printers(ask_for_papers, papers, release, FALSE);
}

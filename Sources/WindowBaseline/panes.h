// SPDX-License-Identifier: Apache-2.0
// What a browser window is put together from, and what it shares with product windows.
#pragma once

#include "baseline.h"

GtkWidget *places_list(const Catalogue *catalogue);
GtkWidget *products_list(GtkSelectionModel *selection);
GtkWidget *products_grid(GtkSelectionModel *selection);
// Instead of the product, when several are selected, and when they are edited.
GtkWidget *selection_page(void);
GtkWidget *several_form(void);
// Photos that are being added, and those that could not be.
GtkWidget *adding_view(void);

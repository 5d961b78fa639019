// SPDX-License-Identifier: Apache-2.0
// The GTK that Vitrine is written against. The floor is 4.8, where what later releases deprecate
// is still the only way, so deprecation warnings would only be noise.
#pragma once

#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS

#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gtk/gtk.h>

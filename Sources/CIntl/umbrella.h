// gettext and setlocale, which the C library itself provides.
#pragma once

#include <libintl.h>
#include <locale.h>

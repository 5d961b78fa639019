// SPDX-License-Identifier: Apache-2.0
// gettext and setlocale, which the C library itself provides.
#pragma once

#include <libintl.h>
#include <locale.h>

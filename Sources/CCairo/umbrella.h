// SPDX-License-Identifier: Apache-2.0
// cairo, which draws pages, and Pango, which sets the texts on them.
#pragma once

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

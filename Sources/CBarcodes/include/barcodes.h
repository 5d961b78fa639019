// SPDX-License-Identifier: Apache-2.0
// Finds barcodes in pictures with libzbar, if that was there when this was compiled.
#pragma once

#include <stdbool.h>

// Whether barcodes can be found at all.
bool vitrine_barcodes_are_readable(void);

// The numbers of products in a picture of one byte for each pixel, each followed by a line break; to be
// released with free(). NULL if that is impossible.
char *vitrine_barcodes_read(const unsigned char *grey, unsigned width, unsigned height);

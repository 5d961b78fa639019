// SPDX-License-Identifier: Apache-2.0
#include "barcodes.h"

#include <stdlib.h>
#include <string.h>

#if __has_include(<zbar.h>)
#include <zbar.h>

// What is printed on goods; of the others, some are found in any pattern. A UPC-A is an EAN-13.
static zbar_image_scanner_t *scanner(void) {
  zbar_image_scanner_t *scanner = zbar_image_scanner_create();
  zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
  zbar_image_scanner_set_config(scanner, ZBAR_EAN13, ZBAR_CFG_ENABLE, 1);
  zbar_image_scanner_set_config(scanner, ZBAR_EAN8, ZBAR_CFG_ENABLE, 1);
  // ITF-14, on cartons.
  zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_ENABLE, 1);
  zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_MIN_LEN, 14);
  zbar_image_scanner_set_config(scanner, ZBAR_I25, ZBAR_CFG_MAX_LEN, 14);
  return scanner;
}

// In how many lines of the picture a number has to be found: one with a right check digit and nothing else
// right was once read in four lines of a blurred code, the right one in 24 and more.
static const int least_lines = 10;

static char *text_of(const zbar_image_t *image) {
  size_t length = 1;
  const zbar_symbol_t *first = zbar_image_first_symbol(image);
  for (const zbar_symbol_t *one = first; one; one = zbar_symbol_next(one))
    length += strlen(zbar_symbol_get_data(one)) + 1;
  char *text = calloc(length, 1);
  if (!text) return NULL;
  char *end = text;
  for (const zbar_symbol_t *one = first; one; one = zbar_symbol_next(one)) {
    if (zbar_symbol_get_quality(one) < least_lines) continue;
    end = stpcpy(end, zbar_symbol_get_data(one));
    *end++ = '\n';
  }
  return text;
}

bool vitrine_barcodes_are_readable(void) { return true; }

char *vitrine_barcodes_read(const unsigned char *grey, unsigned width, unsigned height) {
  zbar_image_scanner_t *reader = scanner();
  zbar_image_t *image = zbar_image_create();
  zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(image, width, height);
  // Only read, and not released by the library.
  zbar_image_set_data(image, grey, (unsigned long)width * height, NULL);
  char *text = zbar_scan_image(reader, image) < 0 ? NULL : text_of(image);
  zbar_image_destroy(image);
  zbar_image_scanner_destroy(reader);
  return text;
}

#else

bool vitrine_barcodes_are_readable(void) { return false; }

char *vitrine_barcodes_read(const unsigned char *grey, unsigned width, unsigned height) {
  (void)grey, (void)width, (void)height;
  return NULL;
}

#endif

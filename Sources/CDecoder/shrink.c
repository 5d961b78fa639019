// SPDX-License-Identifier: Apache-2.0
// Smaller copies of pixels: each new pixel is the mean of those that it covers, by how much of each. What
// gdk-pixbuf has for it looks the same and takes about twice as long: half of a publication's time.

#include "decoder.h"

#include <stdlib.h>
#include <string.h>

// Which of the old ones a new one covers, and how much of the first, of each between, and of the last.
struct part {
  int first, last;
  float of_first, of_each, of_last;
};

static struct part part_of(int place, int from, int to) {
  double span = (double)from / to, start = place * span, end = start + span;
  int first = (int)start, last = (int)end;
  if (last == end || last > from - 1) last--;
  if (last <= first) return (struct part){first, first, 1, 0, 0};
  return (struct part){first, last, (float)((first + 1 - start) / span), (float)(1 / span),
                       (float)((end - last) / span)};
}

// Many processors calculate with eight numbers at a time: with the same results, in two thirds of the time. Which function
// is right for this one is found when the program is loaded, which a sanitizer is not ready for.
#if defined(__x86_64__) && defined(__GLIBC__)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef BY_PROCESSOR
#define BY_PROCESSOR
#endif
#define INSIDE static inline __attribute__((always_inline))

// Adds a row, by how much it counts; the first one of some to nothing. Colours count as much as shows of them.
INSIDE void add_row(float *restrict sums, const uint8_t *restrict row, int width, int channels,
                    float share, bool is_first) {
  if (channels == 3) {
    if (is_first)
      for (int place = 0; place < 3 * width; place++) sums[place] = share * (float)row[place];
    else
      for (int place = 0; place < 3 * width; place++) sums[place] += share * (float)row[place];
    return;
  }
  if (is_first) memset(sums, 0, (size_t)width * 4 * sizeof *sums);
  for (int place = 0; place < 4 * width; place += 4) {
    float shown = share * (float)row[place + 3];
    for (int colour = 0; colour < 3; colour++)
      sums[place + colour] += shown * (float)row[place + colour];
    sums[place + 3] += shown;
  }
}

typedef float pixel __attribute__((vector_size(16)));
typedef int32_t whole_pixel __attribute__((vector_size(16)));
typedef uint8_t pixel_bytes __attribute__((vector_size(4)));

// Of three channels, with a fourth number that belongs to the next pixel.
INSIDE pixel pixel_at(const float *sums) {
  pixel found;
  memcpy(&found, sums, sizeof found);
  return found;
}

// With a number of channels that the compiler knows, this is several times as fast.
INSIDE void write_row(uint8_t *to, const float *sums, const struct part *parts, int to_width,
                      int channels) {
  for (int place = 0; place < to_width; place++) {
    struct part part = parts[place];
    const float *old = sums + (size_t)part.first * (size_t)channels;
    pixel means = part.of_first * pixel_at(old);
    for (int between = part.first + 1; between < part.last; between++) {
      old += channels;
      means += part.of_each * pixel_at(old);
    }
    if (part.last > part.first) means += part.of_last * pixel_at(old + channels);
    // Of what does not show there is no colour.
    if (channels == 4) {
      float shown = means[3];
      means = shown < 0.5f ? (pixel){0, 0, 0, shown} : means / shown;
      means[3] = shown;
    }
    whole_pixel nearest = __builtin_convertvector(means + 0.5f, whole_pixel);
    whole_pixel too_much = nearest > 255;
    pixel_bytes bytes =
        __builtin_convertvector((nearest & ~too_much) | (255 & too_much), pixel_bytes);
    memcpy(to, &bytes, (size_t)channels);
    to += channels;
  }
}

BY_PROCESSOR bool vitrine_pixels_shrink(struct vitrine_pixels from, uint8_t *to, int width, int height,
                           size_t row_bytes) {
  if (width < 1 || height < 1 || width > from.width || height > from.height) return false;
  if (from.channels != 3 && from.channels != 4) return false;
  size_t bytes = (size_t)from.width * (size_t)from.channels * sizeof(float);
  // With room behind the last pixel.
  float *sums = calloc(1, bytes + sizeof(pixel));
  struct part *columns = malloc((size_t)width * sizeof *columns);
  if (!sums || !columns) {
    free(sums);
    free(columns);
    return false;
  }
  for (int place = 0; place < width; place++) columns[place] = part_of(place, from.width, width);
  for (int place = 0; place < height; place++) {
    struct part rows = part_of(place, from.height, height);
    for (int old = rows.first; old <= rows.last; old++) {
      float share = old == rows.first ? rows.of_first : old == rows.last ? rows.of_last : rows.of_each;
      const uint8_t *row = from.bytes + (size_t)old * from.row_bytes;
      if (from.channels == 3)
        add_row(sums, row, from.width, 3, share, old == rows.first);
      else
        add_row(sums, row, from.width, 4, share, old == rows.first);
    }
    uint8_t *row = to + (size_t)place * row_bytes;
    if (from.channels == 3)
      write_row(row, sums, columns, width, 3);
    else
      write_row(row, sums, columns, width, 4);
  }
  free(sums);
  free(columns);
  return true;
}

// SPDX-License-Identifier: Apache-2.0
// What a process that decodes strangers' pictures wants of the kernel: to be locked in, and to get files
// by descriptor. Needs the C library and the kernel's headers alone.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is asked of the process, along with the picture's descriptor.
struct vitrine_picture_request {
  // How many pixels the longer side gets at most.
  int32_t size;
  // Of a file: the same for copies that are wanted as well, the larger one first; 0 if not.
  int32_t smaller[2];
  // In degrees, clockwise.
  int32_t turn;
  int32_t wants;
};

enum {
  VITRINE_WANTS_PIXELS = 0,
  // The numbers in barcodes.
  VITRINE_WANTS_BARCODES = 1,
  // A file that any program shows: a JPEG, or a PNG if anything shows through the picture.
  VITRINE_WANTS_FILE = 2,
  // A JPEG; what shows through the picture is white, as paper is.
  VITRINE_WANTS_JPEG = 3,
};

// What comes before such a file, for each size that was asked for, the largest first.
struct vitrine_picture_file {
  // 0 if there is none, or if the next smaller one has all pixels of the picture.
  int32_t byte_count;
  int32_t width, height;
  // Of the picture itself, upright.
  int32_t picture_width, picture_height;
};

struct vitrine_pixels {
  const uint8_t *bytes;
  int width, height;
  // Red, green and blue, and with four how much of them shows; a byte each.
  int channels;
  size_t row_bytes;
};

// Writes them with fewer pixels, row by row, each the mean of those that it covers. False if they are not fewer, or if
// there is no room for it.
bool vitrine_pixels_shrink(struct vitrine_pixels from, uint8_t *to, int width, int height,
                           size_t row_bytes);

// Locks this process in for good, as SECURITY.md says. False if the kernel does not do all of it; what it did
// stays. All libraries must have been loaded before, and there may be no other thread.
bool vitrine_decoder_lock(void);

// From now on this process looks each second whether the program at the other end of its standard input is still
// there, and ends if it is not.
void vitrine_decoder_leave_when_alone(void);

// Whether the library that decodes pictures starts others for that, each locked in by bwrap: this process then
// must be able to start them.
bool vitrine_decoders_are_confined(void);

// Loads what libheif, if it is loaded, would load when it decodes: behind the lock it could not.
void vitrine_decoder_load_plugins(void);

// Sends bytes, and a descriptor along with them, which stays the caller's.
bool vitrine_descriptor_send(int socket, const void *bytes, size_t count, int descriptor);

// Waits for just so many bytes and the descriptor along with them, which the caller then has to close. -1 if
// they do not come.
int vitrine_descriptor_receive(int socket, void *bytes, size_t count);

// SPDX-License-Identifier: Apache-2.0
// The library that finds barcodes in pictures, where it is installed.
#pragma once

#if __has_include(<zbar.h>)
#include <zbar.h>
#endif

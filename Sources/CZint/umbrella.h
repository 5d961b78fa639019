// SPDX-License-Identifier: Apache-2.0
// libzint, which makes barcodes. It has no file for pkg-config, so the module map names what to link.
#pragma once

#include <zint.h>

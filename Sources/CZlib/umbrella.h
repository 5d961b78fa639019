// SPDX-License-Identifier: Apache-2.0
// zlib, which unpacks what a spreadsheet or an archive has in it.
#pragma once

#include <zlib.h>

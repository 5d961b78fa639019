// SPDX-License-Identifier: Apache-2.0
// GTK as the rest of the package sees it. Nothing in this library is called from outside: it is loaded
// with LD_PRELOAD.
#pragma once

#include "../../CGtk/umbrella.h"

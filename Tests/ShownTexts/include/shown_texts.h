// SPDX-License-Identifier: Apache-2.0
// GTK as this library sees it. Nothing in it is called from outside: it is loaded with LD_PRELOAD.
#pragma once

#include "../../../Sources/CGtk/umbrella.h"

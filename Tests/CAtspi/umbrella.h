// SPDX-License-Identifier: Apache-2.0
// The accessibility client library: what a screen reader sees of a program.
#pragma once

#include <atspi/atspi.h>

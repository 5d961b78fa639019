// SPDX-License-Identifier: Apache-2.0
// expat, which reads XML as it comes, and refuses entities that grow.
#pragma once

#include <expat.h>

// SPDX-License-Identifier: Apache-2.0
// expat, which reads XML as it comes, and refuses entities that grow.
#pragma once

#include <expat.h>
#include <stdint.h>

// The line that the parser is in. Since 2.9 expat warns of the function that is all there was before.
static inline uint64_t cexpat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}

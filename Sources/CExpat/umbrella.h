// SPDX-License-Identifier: Apache-2.0
// expat, which reads XML as it comes, and refuses entities that grow.
#pragma once

#include <expat.h>
#include <stdint.h>

// The line and the byte that the parser is at. Since 2.9 expat warns of the functions that are all there were before.
static inline uint64_t cexpat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}

static inline int64_t cexpat_byte(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentByteIndex64(parser);
#else
  return XML_GetCurrentByteIndex(parser);
#endif
}

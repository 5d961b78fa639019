// The accessibility client library: what a screen reader sees of a program.
#pragma once

#include <atspi/atspi.h>

// SPDX-License-Identifier: Apache-2.0
// What the stand-ins have in common.
#pragma once

#include <gio/gio.h>

// Writes a line about what a program asked.
void say(const char *word, const char *text);

// Owns the name on the bus, hands on each line of the standard input, and returns at its end.
int serve(GDBusConnection *bus, const char *name, void (*told)(const char *line));

int stand_in_for_logind(void);

// SQLite 3, as installed.
#pragma once

#include <sqlite3.h>

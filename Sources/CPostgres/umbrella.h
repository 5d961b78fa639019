// SPDX-License-Identifier: Apache-2.0
// The client library of PostgreSQL.
#pragma once

#include <libpq-fe.h>

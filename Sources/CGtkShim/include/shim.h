#pragma once
#include "../../CGtk/umbrella.h"

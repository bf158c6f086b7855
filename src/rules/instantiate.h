#pragma once

#include "rules/variant.h"

// For .cpp files that define a template for every variant: one line per variant, here only.
#define XTTT_FOR_EACH_VARIANT(X) X(kExtreme) X(kDouble) X(kDiagonal) X(kUltimate)

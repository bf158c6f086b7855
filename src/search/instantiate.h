#pragma once

#include "eval/handcrafted/lines.h"
#include "eval/handcrafted/tuned.h"

// For .cpp files that define a search for every variant and every evaluation: X(variant,
// evaluator).
#if defined(__wasm__)
// WebAssembly modules have the fitted evaluation, and networks (pvs_nnue.cpp.in).
#define XTTT_FOR_EACH_EVALUATOR(X) XTTT_FOR_EACH_VARIANT(X, TunedEvaluator)
#else
#define XTTT_FOR_EACH_EVALUATOR(X) \
    XTTT_FOR_EACH_VARIANT(X, LinesEvaluator) XTTT_FOR_EACH_VARIANT(X, TunedEvaluator)
#endif

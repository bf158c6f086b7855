#pragma once

#include "eval/handcrafted/lines.h"
#include "eval/handcrafted/tuned.h"
#include "rules/instantiate.h"

// For .cpp files that define a search for every variant and every evaluation: X(variant,
// evaluator).
#if defined(__wasm__)
// A browser's module carries the fitted evaluation, and networks (pvs_nnue.cpp.in).
#define XTTT_FOR_EACH_EVALUATOR(X) \
    X(kExtreme, TunedEvaluator)    \
    X(kDouble, TunedEvaluator)     \
    X(kDiagonal, TunedEvaluator)   \
    X(kUltimate, TunedEvaluator)
#else
#define XTTT_FOR_EACH_EVALUATOR(X) \
    X(kExtreme, LinesEvaluator)    \
    X(kDouble, LinesEvaluator)     \
    X(kDiagonal, LinesEvaluator)   \
    X(kUltimate, LinesEvaluator)   \
    X(kExtreme, TunedEvaluator)    \
    X(kDouble, TunedEvaluator)     \
    X(kDiagonal, TunedEvaluator)   \
    X(kUltimate, TunedEvaluator)
#endif

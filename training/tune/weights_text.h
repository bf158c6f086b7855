#pragma once

#include <span>
#include <string>
#include <string_view>

#include "eval/handcrafted/tuned_features.h"
#include "fit.h"

namespace xttt::tune {

// Scales a fit to hundredths of a point and rounds, bounded so that sums and
// differences cannot overflow.
void scale_weights(const Fit& fit, std::span<tuned::Weight> out);

// The text of a file of fitted weights: `note`, line by line as comments, and the numbers.
std::string weights_text(std::span<const tuned::Weight> weights, std::string_view note);

}  // namespace xttt::tune

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "samples.h"

namespace xttt::tune {

struct FitOptions {
    int features = 0;
    int line_points = 1;        // scales the margin to [-1, 1]
    double result_share = 0.7;  // share of the rated result in the target; the rest is the margin
    int epochs = 8;
    int batch = 512;
    double rate = 0.01;   // initial learning rate of Adam; cosine decay to zero
    double ridge = 1e-4;  // L2 penalty of every weight, per sample
    // L2 penalty of the difference between the opening and ending weights of a feature, so that a
    // feature that is rare in one phase takes its weight from the other.
    double phase_ridge = 1e-4;
    std::uint64_t seed = 1;
};

// A weight before it is scaled to points, for the opening and the ending.
struct RawWeight {
    double opening = 0;
    double ending = 0;
};

struct FitReport {
    int epoch = 0;
    double fitting_loss = 0;  // mean cross entropy, in nats
    double validation_loss = 0;
};

struct Fit {
    std::vector<RawWeight> weights;
    FitReport last;
    double points_per_unit = 1;  // expected points per unit of log-odds
};

// Logistic regression: finds weights such that 1 / (1 + exp(-sum)) predicts how games end, with
// Adam (Kingma and Ba, 2015) over shuffled batches. One game in ten is kept for validation.
// Deterministic. `progress` is called after each epoch.
Fit fit(const Samples& samples, const FitOptions& options,
        const std::function<void(const FitReport&)>& progress);

}  // namespace xttt::tune

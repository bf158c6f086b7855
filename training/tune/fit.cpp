#include "fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/random.h"

namespace xttt::tune {
namespace {

constexpr int kValidationEvery = 10;

struct Moments {
    RawWeight first, second;
};

class Regression {
public:
    Regression(const Samples& samples, const FitOptions& options)
        : samples_(samples),
          options_(options),
          weights_(static_cast<std::size_t>(options.features)),
          gradient_(weights_.size()),
          moments_(weights_.size()) {
        for (std::size_t i = 0; i < samples.size(); ++i)
            (samples.label(i).game % kValidationEvery == 0 ? held_out_ : used_).push_back(i);
    }

    Fit run(const std::function<void(const FitReport&)>& progress) {
        Random random(options_.seed);
        Fit result;
        const std::size_t batch = static_cast<std::size_t>(options_.batch);
        const double steps = std::max(1.0, static_cast<double>(options_.epochs) *
                                               static_cast<double>(used_.size()) / options_.batch);
        for (int epoch = 1; epoch <= options_.epochs; ++epoch) {
            for (std::size_t i = used_.size(); i > 1; --i)
                std::swap(used_[i - 1], used_[random.below(static_cast<std::uint32_t>(i))]);
            double loss = 0;
            for (std::size_t at = 0; at < used_.size(); at += batch) {
                const std::size_t end = std::min(at + batch, used_.size());
                for (std::size_t i = at; i < end; ++i) loss += learn(used_[i]);
                const double done = std::min(1.0, step_ / steps);
                adam(static_cast<double>(end - at),
                     options_.rate * 0.5 * (1 + std::cos(std::numbers::pi * done)));
            }
            result.last = {epoch, loss / std::max(1.0, static_cast<double>(used_.size())),
                           mean_loss(held_out_)};
            if (progress) progress(result.last);
        }
        result.points_per_unit = points_per_unit();
        result.weights = std::move(weights_);
        return result;
    }

private:
    double log_odds(std::size_t i) const {
        const double share = samples_.label(i).opening_share;
        double opening = 0, ending = 0;
        for (const Term& t : samples_.terms(i)) {
            opening += weights_[t.feature].opening * t.times;
            ending += weights_[t.feature].ending * t.times;
        }
        return opening * share + ending * (1 - share);
    }
    double goal(std::size_t i) const {
        const Label& label = samples_.label(i);
        const double margin = 0.5 + 0.5 * label.margin / options_.line_points;
        return options_.result_share * label.result + (1 - options_.result_share) * margin;
    }
    static double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }
    // -goal log p - (1 - goal) log (1 - p), without overflow.
    static double cross_entropy(double z, double goal) {
        return std::max(z, 0.0) - z * goal + std::log1p(std::exp(-std::abs(z)));
    }

    double learn(std::size_t i) {
        const double z = log_odds(i), wanted = goal(i), slope = sigmoid(z) - wanted;
        const double share = samples_.label(i).opening_share;
        for (const Term& t : samples_.terms(i)) {
            gradient_[t.feature].opening += slope * share * t.times;
            gradient_[t.feature].ending += slope * (1 - share) * t.times;
        }
        return cross_entropy(z, wanted);
    }

    void adam(double batch, double rate) {
        constexpr double kFirst = 0.9, kSecond = 0.999, kTiny = 1e-8;
        step_ += 1;
        const double first_scale = 1 / (1 - std::pow(kFirst, step_));
        const double second_scale = 1 / (1 - std::pow(kSecond, step_));
        const auto update = [&](double& weight, double& slope, double& first, double& second) {
            const double g = slope / batch + options_.ridge * weight;
            slope = 0;
            first = kFirst * first + (1 - kFirst) * g;
            second = kSecond * second + (1 - kSecond) * g * g;
            weight -= rate * first * first_scale / (std::sqrt(second * second_scale) + kTiny);
        };
        for (std::size_t f = 0; f < weights_.size(); ++f) {
            Moments& m = moments_[f];
            const double apart = weights_[f].opening - weights_[f].ending;
            gradient_[f].opening += batch * options_.phase_ridge * apart;
            gradient_[f].ending -= batch * options_.phase_ridge * apart;
            update(weights_[f].opening, gradient_[f].opening, m.first.opening, m.second.opening);
            update(weights_[f].ending, gradient_[f].ending, m.first.ending, m.second.ending);
        }
    }

    double mean_loss(const std::vector<std::size_t>& which) const {
        double loss = 0;
        for (const std::size_t i : which) loss += cross_entropy(log_odds(i), goal(i));
        return loss / std::max(1.0, static_cast<double>(which.size()));
    }

    // The points of margin per unit of log-odds, from undecided games.
    double points_per_unit() const {
        double products = 0, squares = 0;
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const double z = log_odds(i);
            if (std::abs(z) > 2) continue;
            products += z * samples_.label(i).margin;
            squares += z * z;
        }
        return squares > 0 && products > 0 ? products / squares : 1;
    }

    const Samples& samples_;
    const FitOptions& options_;
    std::vector<std::size_t> used_, held_out_;
    std::vector<RawWeight> weights_, gradient_;
    std::vector<Moments> moments_;
    double step_ = 0;
};

}  // namespace

Fit fit(const Samples& samples, const FitOptions& options,
        const std::function<void(const FitReport&)>& progress) {
    return Regression(samples, options).run(progress);
}

}  // namespace xttt::tune

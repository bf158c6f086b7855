#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace xttt::tune {

// A feature of a position, and its count (x's minus o's).
struct Term {
    std::uint16_t feature;
    std::int16_t times;
};

// The outcome of the game of a position, from x's view.
struct Label {
    float opening_share;  // share of playable cells, which interpolates between the two weights
    float result;         // the rated result: 1, 1/2 or 0
    float margin;         // in points
    std::uint32_t game;   // samples of one game are never split between fitting and validation
};

// Positions as sparse feature vectors, one after the other, with the outcome of their game.
class Samples {
public:
    void add(const Label& label, std::span<const Term> terms) {
        labels_.push_back(label);
        terms_.insert(terms_.end(), terms.begin(), terms.end());
        ends_.push_back(terms_.size());
    }
    std::size_t size() const { return labels_.size(); }
    const Label& label(std::size_t i) const { return labels_[i]; }
    std::span<const Term> terms(std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::span(terms_).subspan(begin, ends_[i] - begin);
    }

private:
    std::vector<Label> labels_;
    std::vector<Term> terms_;
    std::vector<std::size_t> ends_;
};

// A listener for TunedEvaluator::trace that collects terms and drops those that cancel out.
class TermCollector {
public:
    explicit TermCollector(int features) : times_(static_cast<std::size_t>(features)) {}
    void add(int feature, int times) {
        times_[static_cast<std::size_t>(feature)] += times;
        touched_.push_back(feature);
    }
    // The terms since the last call.
    std::span<const Term> take();

private:
    std::vector<int> times_;
    std::vector<int> touched_;
    std::vector<Term> terms_;
};

}  // namespace xttt::tune

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

// Tuning of engine parameters by simultaneous perturbation (Spall 1992), with the gains of fishtest
// and OpenBench: iteration k plays a pair of games between theta + c_k delta and theta - c_k delta,
// where each delta is +1 or -1 by chance, and moves theta towards the winner.
//   c_k = c / k^0.101,  a_k = a / (A + k)^0.602,  A = a tenth of the iterations
// c_end and r_end are the perturbation and the learning rate a_k / c_k^2 of the last iteration.
struct SpsaParameter {
    std::string name;
    bool whole = true;  // the engine gets whole numbers
    double start = 0, min = 0, max = 0;
    double c_end = 0;
    double r_end = 0;
    bool operator==(const SpsaParameter&) const = default;
};

// Parses "NAME,int|float,START,MIN,MAX,C_END,R_END", the format of OpenBench.
Result<SpsaParameter> parse_spsa_parameter(std::string_view text);
std::string spsa_parameter_text(const SpsaParameter& parameter);

class Spsa {
public:
    // Requires parameters of parse_spsa_parameter() and iterations >= 1.
    Spsa(std::vector<SpsaParameter> parameters, int iterations, std::uint64_t seed);

    const std::vector<SpsaParameter>& parameters() const { return parameters_; }
    const std::vector<double>& values() const { return values_; }
    int iterations() const { return iterations_; }

    // The values of one player of iteration `k`, counted from 0: theta + c_k delta, or - for the
    // other one; within the limits, and rounded if they are whole.
    std::vector<double> candidate(int k, bool plus) const;
    // The plus player won this many games more than the other. Iterations may end in any order.
    void update(int k, double more_wins);

private:
    double sign(int k, std::size_t parameter) const;
    double perturbation(int k, const SpsaParameter& parameter) const;

    std::vector<SpsaParameter> parameters_;
    int iterations_;
    std::uint64_t seed_;
    std::vector<double> values_;
};

}  // namespace xttt

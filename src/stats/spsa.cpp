#include "stats/spsa.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/random.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101;

std::optional<double> parse_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || !std::isfinite(value) || std::abs(value) > 1e9) return std::nullopt;
    return value;
}

}  // namespace

Result<SpsaParameter> parse_spsa_parameter(std::string_view text) {
    const auto parts = split(text, ',');
    const auto wrong = [&](std::string_view why) {
        return fail(Errc::Usage,
                    fmt::format("parameter {}: {}; write NAME,int|float,START,MIN,MAX,C_END,R_END, "
                                "such as Aggression,int,50,0,100,5,0.002",
                                quote(text), why));
    };
    if (parts.size() != 7) return wrong(fmt::format("it has {} parts, not 7", parts.size()));
    SpsaParameter parameter{.name = std::string(parts[0])};
    if (parameter.name.empty() || parameter.name.find('\n') != std::string::npos)
        return wrong("the name is missing");
    if (parts[1] != "int" && parts[1] != "float") return wrong("the type must be int or float");
    parameter.whole = parts[1] == "int";
    const std::array<double*, 5> fields{&parameter.start, &parameter.min, &parameter.max,
                                        &parameter.c_end, &parameter.r_end};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto value = parse_number(parts[i + 2]);
        if (!value) return wrong(fmt::format("{} is not a number", quote(parts[i + 2])));
        *fields[i] = *value;
    }
    if (!(parameter.min < parameter.max)) return wrong("MIN must be less than MAX");
    if (parameter.start < parameter.min || parameter.start > parameter.max)
        return wrong("START must be between MIN and MAX");
    if (!(parameter.c_end > 0) || !(parameter.r_end > 0))
        return wrong("C_END and R_END must be greater than 0");
    if (parameter.whole && parameter.c_end < 0.5)
        return wrong("C_END of an int must be at least 0.5, or both players would be equal");
    return parameter;
}

std::string spsa_parameter_text(const SpsaParameter& p) {
    return fmt::format("{},{},{},{},{},{},{}", p.name, p.whole ? "int" : "float", p.start, p.min,
                       p.max, p.c_end, p.r_end);
}

Spsa::Spsa(std::vector<SpsaParameter> parameters, int iterations, std::uint64_t seed)
    : parameters_(std::move(parameters)), iterations_(iterations), seed_(seed) {
    for (const SpsaParameter& parameter : parameters_) values_.push_back(parameter.start);
}

double Spsa::sign(int k, std::size_t parameter) const {
    const auto bits =
        mix64(mix64(seed_ + static_cast<std::uint64_t>(k)) + static_cast<std::uint64_t>(parameter));
    return (bits >> 40 & 1) != 0 ? 1 : -1;
}

double Spsa::perturbation(int k, const SpsaParameter& parameter) const {
    return parameter.c_end * std::pow(static_cast<double>(iterations_) / (k + 1), kGamma);
}

std::vector<double> Spsa::candidate(int k, bool plus) const {
    std::vector<double> found;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        const double step = perturbation(k, parameter) * sign(k, i) * (plus ? 1 : -1);
        const double value = std::clamp(values_[i] + step, parameter.min, parameter.max);
        found.push_back(parameter.whole ? std::round(value) : value);
    }
    return found;
}

void Spsa::update(int k, double more_wins) {
    const double stability = 0.1 * iterations_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        const double c = perturbation(k, parameter);
        const double a_end = parameter.r_end * parameter.c_end * parameter.c_end;
        const double a = a_end * std::pow((stability + iterations_) / (stability + k + 1), kAlpha);
        values_[i] =
            std::clamp(values_[i] + a / c * more_wins * sign(k, i), parameter.min, parameter.max);
    }
}

}  // namespace xttt

#include "testing/test.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/names.h"
#include "base/text.h"
#include "record/json_fields.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

constexpr Names<TestStatus, 6> kStatusNames{
    {"queued", "running", "waiting", "stopped", "finished", "failed"}};
constexpr Names<EloModel, 2> kModelNames{{"logistic", "normalized"}};

// Calls `read`, which reads untrusted JSON; a value of a wrong type is an error.
template <class T, class F>
Result<T> checked(std::string_view what, F&& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception& error) {
        return fail(Errc::BadInput, fmt::format("damaged {}: {}", what, error.what()));
    }
}

// A whole number in a range; others, and fractions, are refused.
Result<std::int64_t> whole(const Json& value, const char* name, std::int64_t least,
                           std::int64_t most) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
    const auto number = fits ? value.get<std::int64_t>() : 0;
    if (fits && number >= least && number <= most) return number;
    return fail(Errc::BadInput, fmt::format("damaged test: '{}' must be a whole number from {} to "
                                            "{}",
                                            name, least, most));
}
Result<int> whole(const Json& json, const char* name, int least, int most) {
    TRY(const auto number, whole(json.at(name), name, std::int64_t{least}, std::int64_t{most}));
    return static_cast<int>(number);
}
Result<long> games(const Json& value, const char* name) {
    constexpr std::int64_t kMost = 1'000'000'000'000;
    TRY(const auto number, whole(value, name, std::int64_t{0}, kMost));
    return static_cast<long>(number);
}

}  // namespace

std::string_view name(TestStatus status) {
    return kStatusNames.of(status);
}

bool is_undecided(const Test& test, const TestState& state) {
    return !test.is_tuning() && state.status == TestStatus::Finished &&
           state.llr > test.bounds.lower() && state.llr < test.bounds.upper();
}

std::string test_text(const Test& test) {
    Json json{{"name", to_utf8(test.name)},
              {"submitted", test.submitted},
              {"priority", test.priority},
              {"share", test.share},
              {"config", to_utf8(config_text(test.config))}};
    if (test.is_tuning()) {
        json["iterations"] = test.iterations;
        for (const SpsaParameter& parameter : test.parameters)
            json["parameters"].push_back(to_utf8(spsa_parameter_text(parameter)));
    } else {
        json["sprt"] = {{"model", kModelNames.of(test.bounds.model)},
                        {"elo0", test.bounds.elo0},
                        {"elo1", test.bounds.elo1},
                        {"alpha", test.bounds.alpha},
                        {"beta", test.bounds.beta}};
    }
    return json.dump(2) + "\n";
}

Result<Test> parse_test(std::string_view text, int number) {
    return checked<Test>("test", [&]() -> Result<Test> {
        const Json json = Json::parse(text);
        Test test{.number = number, .name = json.at("name"), .submitted = json.at("submitted")};
        TRY(test.priority, whole(json, "priority", -1000, 1000));
        TRY(test.share, whole(json, "share", 1, 10'000));
        TRY(test.config,
            parse_config(json.at("config").get<std::string>(), "test", FileCheck::MayBeMissing));
        if (test.config.entrants.size() != 2 || test.config.stages.size() != 1)
            return fail(Errc::BadInput, "damaged test: it is not between two players");
        if (json.contains("parameters")) {
            TRY(test.iterations, whole(json, "iterations", 1, 10'000'000));
            for (const auto& each : json.at("parameters")) {
                TRY(auto parameter, parse_spsa_parameter(each.get<std::string>()));
                test.parameters.push_back(std::move(parameter));
            }
            return test;
        }
        const Json& sprt = json.at("sprt");
        const auto model = kModelNames.find(sprt.at("model").get<std::string>());
        if (!model) return fail(Errc::BadInput, "damaged test: unknown model");
        test.bounds = {*model, sprt.at("elo0"), sprt.at("elo1"), sprt.at("alpha"), sprt.at("beta")};
        TRY_VOID(check(test.bounds));
        return test;
    });
}

std::string state_text(const TestState& state) {
    Json json{{"status", name(state.status)}, {"message", to_utf8(state.message)},
              {"games", state.games()},       {"wins", state.wins},
              {"draws", state.draws},         {"losses", state.losses}};
    if (state.values.empty()) {
        json["pairs"] = state.pairs;
        json["llr"] = state.llr;
        json["lower"] = state.lower;
        json["upper"] = state.upper;
        // Without a lost game the difference has no upper limit, and JSON no infinity.
        if (state.elo && std::isfinite(state.elo->low + state.elo->high))
            json["elo"] = {state.elo->value, state.elo->low, state.elo->high};
    } else {
        json["values"] = state.values;
    }
    if (!state.forfeits.by_reason.empty()) {
        json["forfeits"] = state.forfeits.by_reason;
        json["last_forfeit"] = to_utf8(state.forfeits.last);
    }
    json["history"] = state.history;
    return json.dump() + "\n";
}

Result<TestState> parse_state(std::string_view text) {
    return checked<TestState>("state of a test", [&]() -> Result<TestState> {
        const Json json = Json::parse(text);
        TestState state{.message = json.at("message")};
        TRY(state.wins, games(json.at("wins"), "wins"));
        TRY(state.draws, games(json.at("draws"), "draws"));
        TRY(state.losses, games(json.at("losses"), "losses"));
        const auto status = kStatusNames.find(json.at("status").get<std::string>());
        if (!status) return fail(Errc::BadInput, "damaged state of a test: unknown status");
        state.status = *status;
        if (json.contains("values")) {
            state.values = json.at("values").get<std::vector<double>>();
        } else {
            for (std::size_t i = 0; i < state.pairs.size(); ++i) {
                TRY(state.pairs[i], games(json.at("pairs").at(i), "pairs"));
            }
            state.llr = json.at("llr");
            state.lower = json.at("lower");
            state.upper = json.at("upper");
        }
        if (json.contains("elo")) {
            const auto elo = json.at("elo").get<std::array<double, 3>>();
            state.elo = Estimate{elo[0], elo[1], elo[2]};
        }
        if (json.contains("forfeits")) {
            for (const auto& [reason, counts] : json.at("forfeits").items())
                for (const std::size_t player : {0u, 1u}) {
                    TRY(state.forfeits.by_reason[reason][player],
                        games(counts.at(player), "forfeits"));
                }
            state.forfeits.last = json.at("last_forfeit");
        }
        state.history = json.at("history").get<std::vector<std::vector<double>>>();
        return state;
    });
}

void TestHistory::add(std::vector<double> point) {
    constexpr std::size_t kMost = 400;
    if (count_++ % stride_ == 0) kept_.push_back(point);
    latest_ = std::move(point);
    if (kept_.size() < kMost) return;
    for (std::size_t i = 1; i < kept_.size() / 2; ++i) kept_[i] = std::move(kept_[2 * i]);
    kept_.resize(kept_.size() / 2);
    stride_ *= 2;
}

std::vector<std::vector<double>> TestHistory::points() const {
    auto all = kept_;
    if (!latest_.empty() && (all.empty() || all.back() != latest_)) all.push_back(latest_);
    return all;
}

}  // namespace xttt

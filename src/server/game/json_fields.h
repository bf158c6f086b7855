#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace xttt {

// The fields of one JSON object from outside. Reading never throws: the first fault is remembered,
// and finish() tells it, or names a field that nobody asked for.
class JsonFields {
public:
    explicit JsonFields(std::string_view text);

    // A fallback makes a field optional.
    std::string text(const char* name, std::size_t longest,
                     std::optional<std::string> fallback = std::nullopt);
    std::int64_t integer(const char* name, std::int64_t least, std::int64_t most,
                         std::optional<std::int64_t> fallback = std::nullopt);
    // An object, or empty where it is null or missing.
    std::optional<JsonFields> object(const char* name);
    void fail_with(std::string message);
    bool good() const { return fault_.empty(); }

    Result<void> finish();

private:
    explicit JsonFields(nlohmann::json object) : object_(std::move(object)) {}
    const nlohmann::json* find(const char* name, bool required);

    nlohmann::json object_;
    std::vector<std::string> asked_;
    std::string fault_;
};

}  // namespace xttt

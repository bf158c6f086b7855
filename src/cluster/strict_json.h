#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace xttt {

// Reads the members of one JSON object that came from somewhere else. Every member must be asked
// for, have the expected type and lie within its bounds; the first thing wrong is kept.
class StrictObject {
public:
    StrictObject(const nlohmann::json& json, std::string where);

    std::string text(const char* name, std::size_t longest);
    std::int64_t whole(const char* name, std::int64_t low, std::int64_t high);
    std::uint64_t unsigned_whole(const char* name);
    double real(const char* name, double low, double high);
    bool has(const char* name) const { return json_.is_object() && json_.contains(name); }
    // The member, whatever it is; null if it is missing, which is an error.
    const nlohmann::json& member(const char* name);
    // What is wrong with the values that were asked for, or with one that was not.
    Result<void> finish() const;
    void complain(const char* name, std::string_view expected);

private:
    const nlohmann::json& json_;
    std::string where_;
    std::size_t asked_ = 0;
    std::optional<std::string> wrong_;
};

}  // namespace xttt
